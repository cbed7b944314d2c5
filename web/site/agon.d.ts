// What crates/wasm exports; `cargo xtask site` makes agon.js from it.
export default function init(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;

export class BrowserHost {
  constructor(stored: string, failure: string | undefined, random: () => string);
  connect(client: number, now: number): string;
  disconnect(client: number, now: number): string;
  receive(client: number, text: string, now: number): string;
  saved(id: string, version: number, failure: string | undefined, now: number): string;
  reported(game: string, opening: number, number: number, text: string, now: number): string;
  finished(game: string, opening: number, number: number, text: string, now: number): string;
  fetched(file: string, text: string, failure: string | undefined, now: number): string;
  wake(now: number): string;
}

export class BrowserEngine {
  run(game: string, job: string, report: (text: string) => void): string;
  supply(game: string, network: Uint8Array): void;
  forget(game: string): void;
}
