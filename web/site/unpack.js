// Unpacks a .lzma file while it comes: a WebAssembly module is a third smaller so than by gzip, which is all that browsers unpack themselves.

/** A symbol takes at most this many bytes of the file. */
const LONGEST_SYMBOL = 32;
/** The bytes of the header, and those with which the range coder begins. */
const HEADER = 13;
const PREFACE = 5;

/** The probabilities: where those of each kind begin. */
const IS_MATCH = 0;
const IS_REP = IS_MATCH + 12 * 16;
const IS_REP0_LONG = IS_REP + 4 * 12;
const SLOT = IS_REP0_LONG + 12 * 16;
const SPECIAL = SLOT + 4 * 64;
const ALIGN = SPECIAL + 115;
const LENGTH = ALIGN + 16;
const REP_LENGTH = LENGTH + 2 + 2 * 16 * 8 + 256;
const LITERAL = REP_LENGTH + 2 + 2 * 16 * 8 + 256;

/** Unpacks one file. */
export class Unpacker {
  #input = new Uint8Array(1 << 16);
  #filled = 0;
  #at = 0;
  #output = new Uint8Array(0);
  /** @type {((limit: number) => number) | null} Unpacks as far as the file goes; the result is how many bytes are unpacked. */
  #decode = null;
  #given = 0;

  /**
   * Takes the next bytes of the file; null is its end. Returns the bytes that they add.
   * @param {Uint8Array | null} chunk
   * @returns {Uint8Array}
   */
  push(chunk) {
    if (chunk) this.#append(chunk);
    const isEnd = chunk === null;
    if (!this.#decode && this.#filled >= HEADER + PREFACE) this.#begin();
    const unpacked = this.#decode?.(isEnd ? this.#filled : this.#filled - LONGEST_SYMBOL) ?? 0;
    if (isEnd && (!this.#decode || unpacked < this.#output.length)) throw new Error("the file is cut");
    const added = this.#output.slice(this.#given, unpacked);
    this.#given = unpacked;
    return added;
  }

  /** @param {Uint8Array} chunk */
  #append(chunk) {
    if (this.#filled + chunk.length > this.#input.length) {
      const larger = new Uint8Array(2 * (this.#filled + chunk.length));
      larger.set(this.#input.subarray(0, this.#filled));
      this.#input = larger;
    }
    this.#input.set(chunk, this.#filled);
    this.#filled += chunk.length;
  }

  /** Reads the header. */
  #begin() {
    const header = new DataView(this.#input.buffer, 0, HEADER);
    const properties = header.getUint8(0);
    const size = header.getUint32(5, true);
    if (properties >= 9 * 5 * 5 || header.getUint32(9, true) !== 0 || size > 1 << 28) throw new Error("this is no .lzma file");
    this.#output = new Uint8Array(size);
    this.#at = HEADER + PREFACE;
    this.#decode = this.#decoder(properties % 9, Math.floor(properties / 9) % 5, Math.floor(properties / 45));
  }

  /**
   * The decoder, whose state is in local variables.
   * @param {number} lc
   * @param {number} lp
   * @param {number} pb
   * @returns {(limit: number) => number}
   */
  #decoder(lc, lp, pb) {
    const output = this.#output;
    const probabilities = new Uint16Array(LITERAL + (0x300 << (lc + lp))).fill(1024);
    let input = this.#input;
    let at = this.#at;
    /** The range coder: its range, and its code. */
    const coder = Uint32Array.of(0xffffffff, new DataView(input.buffer).getUint32(HEADER + 1));
    let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
    let state = 0;
    let made = 0;

    /** @param {number} place */
    const bit = (place) => {
      let range = coder[0];
      let code = coder[1];
      if (range < 0x1000000) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | input[at++]) >>> 0;
      }
      const probability = probabilities[place];
      const bound = (range >>> 11) * probability;
      const isOne = code >= bound;
      coder[0] = isOne ? range - bound : bound;
      coder[1] = isOne ? code - bound : code;
      probabilities[place] = isOne ? probability - (probability >> 5) : probability + ((2048 - probability) >> 5);
      return isOne ? 1 : 0;
    };
    /**
     * @param {number} place
     * @param {number} count
     */
    const tree = (place, count) => {
      let symbol = 1;
      for (let step = 0; step < count; step++) symbol = (symbol << 1) | bit(place + symbol);
      return symbol - (1 << count);
    };
    /**
     * @param {number} place
     * @param {number} count
     */
    const reverseTree = (place, count) => {
      let symbol = 1;
      let value = 0;
      for (let step = 0; step < count; step++) {
        const next = bit(place + symbol);
        symbol = (symbol << 1) | next;
        value |= next << step;
      }
      return value;
    };
    /** @param {number} count */
    const direct = (count) => {
      let value = 0;
      for (let step = 0; step < count; step++) {
        let range = coder[0];
        let code = coder[1];
        if (range < 0x1000000) {
          range = (range << 8) >>> 0;
          code = ((code << 8) | input[at++]) >>> 0;
        }
        range >>>= 1;
        const isOne = code >= range;
        coder[0] = range;
        coder[1] = isOne ? code - range : code;
        value = (value << 1) | (isOne ? 1 : 0);
      }
      return value;
    };
    /**
     * @param {number} place
     * @param {number} positionState
     */
    const length = (place, positionState) => {
      if (!bit(place)) return 2 + tree(place + 2 + positionState * 8, 3);
      if (!bit(place + 1)) return 10 + tree(place + 2 + 128 + positionState * 8, 3);
      return 18 + tree(place + 2 + 256, 8);
    };
    /** @param {number} count The length of the match. */
    const distance = (count) => {
      const slot = tree(SLOT + Math.min(count - 2, 3) * 64, 6);
      if (slot < 4) return slot;
      const bits = (slot >> 1) - 1;
      const base = (2 | (slot & 1)) << bits;
      if (slot < 14) return base + reverseTree(SPECIAL + base - slot, bits);
      return base + (direct(bits - 4) << 4) + reverseTree(ALIGN, 4);
    };
    const literal = () => {
      const before = made ? output[made - 1] : 0;
      const place = LITERAL + 0x300 * (((made & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        let expected = output[made - rep0 - 1];
        do {
          const hint = (expected >> 7) & 1;
          expected <<= 1;
          const next = bit(place + ((1 + hint) << 8) + symbol);
          symbol = (symbol << 1) | next;
          if (hint !== next) break;
        } while (symbol < 0x100);
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(place + symbol);
      output[made++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    };
    return (limit) => {
      input = this.#input;
      while (made < output.length && at <= limit) {
        const positionState = made & ((1 << pb) - 1);
        if (!bit(IS_MATCH + state * 16 + positionState)) {
          literal();
          continue;
        }
        let count = 0;
        if (bit(IS_REP + state)) {
          if (!bit(IS_REP + 12 + state)) {
            if (!bit(IS_REP0_LONG + state * 16 + positionState)) {
              state = state < 7 ? 9 : 11;
              count = 1;
            }
          } else if (!bit(IS_REP + 24 + state)) {
            [rep0, rep1] = [rep1, rep0];
          } else if (!bit(IS_REP + 36 + state)) {
            [rep0, rep1, rep2] = [rep2, rep0, rep1];
          } else {
            [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
          }
          if (count === 0) {
            count = length(REP_LENGTH, positionState);
            state = state < 7 ? 8 : 11;
          }
        } else {
          [rep1, rep2, rep3] = [rep0, rep1, rep2];
          count = length(LENGTH, positionState);
          state = state < 7 ? 7 : 10;
          rep0 = distance(count);
        }
        if (rep0 < 0 || rep0 >= made || made + count > output.length) throw new Error("the file is damaged");
        for (const end = made + count; made < end; made++) output[made] = output[made - rep0 - 1];
      }
      return made;
    };
  }
}
