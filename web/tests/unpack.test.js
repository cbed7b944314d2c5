// The unpacker of the page without a server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Unpacker } from "../site/unpack.js";

/** The text below as a .lzma file, packed as `cargo xtask site` packs the games (lc 4, pb 0). */
const PACKED = Buffer.from([
  "BAAAAQC9HAAAAAAAAAAYCtaWTb2/wyTX+aOVwTq3bijilJlZ76yC8eeYXRQiBU3A9VtjaajTBxVHR0XwHSqctr54Vpog9IOaXlR8vVOMma1/36L5yy9u",
  "oLZlCohwp1/enREN3DmfgarXbROA08yGFhLDbh7Eigy0mlUEz+DdP7WLX2KjV9G2Q0IowUQDazuvNLt69u0aSxKOUY2vnN1gpQb5lTwSeazKua9Fg48A",
  "PTlrbbb7+imQn5POWDAQj7/hdC/1EWydL7bUsScsUd1y/A5OwzgrPvEK0B7Lg3pJFESV+wAodMKBYx3zhWPaZ326F1W4Xw0Iiu9AFfhvGgSWlKDMK4v0",
  "YY0uTS7ecoM2S2aSG6pYxkWUaanEn9bxcMEp95P1vCgouZZgv70MpkA+a+RHfOWobBYRbw9CYnmU1X6sivHVBUS7/pRLbwUPn0ONj9FBmd/UNUu7eLi0",
  "CueOHwIy362duy1NuBaocw9yAmt6I0D3Rj5q9NjqsTj5H29KA28I2SqWKPnXtDXXP9Fia289jT3qb96tTR3iwHjTH+tNqkSy7Gzt296IN9msrmDPFKKR",
  "HSkYTaz3VUd+FtyTsXr1Ov93AanaRtBBlRxWpRASuslmRk9IFyFcxkuEt93ysFflfsfmcw0j2gIABCBJHAv0GGw8VmxAx+rIOb91l3kRLopgm1EbIryX",
  "imJEHB8KlDYrnvcFLhRrUx7CEpuG/MvBSyC7zwqlyDJPl/PFFIFZicTSleoXxO9zE0wDzBseTObDvZJIliPHdaNrY/Yr2csy9MTiLOizCS8EKusD1q89",
  "e+T3iEYRavq+IrBGMXiyOrGRQ1TTnYMSHtmrPBI63FJo1zMae/JugXkX2nWLBAJyYvDY/jUiguO8CuOYj89jGWYJM2I25G1u7nzZkO73atkYZyGH/cX/",
  "b7AF050Td3oFhI/D9HaYjGq+/J+rDiuf5/FSxrfAtj2WURKFmGhEC6xFXnt1jFPpj4jOH6PI/FIpEv/ktwNG9YRE1r3CFBXjOGluN09Gig6jv6zwx+HN",
  "BmFVq2QoeFrC9ifdcILeQRgPwKL9RrNHCWT/+lFhzmolvkA8w94wmstJf4ibFGXh09eYlSsxKTZkWQolvWuqv77Hut2McFxT22EXnlocHs1ZOJHdDBWH",
  "yLNvmH+fJ4oZmV21yMHFX9ZXYNf464x50WmO8Irs9X+8JYKr3vOCkqnu4VnXmbThjw7DowI1PmeTSVigiu3E8mlQ5Mjq9aKbft9hOs//2fn7dvWMDWnP",
  "EgXjbBghVEHr2f4QeFCm6t9g8GRHTuyhJbnzp8eQLCVlz1jaafSByXHnlgkknu4SS7Q0GDP5TCQdLifNVvg3l/WT+U5TWW1IrDJJAJs82Q9qwRQvz3aO",
  "b5wT5XFlrq2xBd+sx2HHzf/M0OGR9sphPBIHxxFX2MVk6su+z3NxooHsRT0tRZ1of5FcO975OuWRFfdSqtawW5HLXb+RlyRD6ipZaKc0CXZxSf/j7DYe",
  "zTBHYe3BZ/hjkjL2X/NCVA8L7qJsR9LJ10r0s/dwSAxMQQJ5zOfhll9SXBa2zs7Ot+KAh2WyMSZ5GRlGrLtOJgb0ovzB+Iay3LbX0txqJUBO8yPChMB2",
  "hrDSEUPYkN8372KBVP3NWVO706R+BwoQPth9lFW6j+NtYxc5xO9GN7eKLstHDN1TG5bdl1CAyTmgEQc5CXcXzFds4jiX7uvATJ2x3L3SB/bFeMUQAtHv",
  "Zu3hvO0jqKGdZEkErQ14k0RyKz//lkPPhz7zKiwD12rhZYSsKmakbcpvaavXWyEkxtQ5HwNRxA5WKJ6gpas7A381/872+5CSY7rh1QwyWoZq0A0dhbn/",
  "YlFMjtvzyXaFb9TcjaUIQkUz5L8Z5bEF/bTU1etclvO/fRYAcc0NgLN8DA3K9wH6+f97RMwA",
].join(""), "base64");
const TEXT = Array.from({ length: 400 }, (_, n) => `${n}*${n}=${n * n}; `).join("") + "A word, a word, a word and another word. ".repeat(40);

/** What comes out of a file in parts of a size. */
function unpacked(file, size) {
  const unpacker = new Unpacker();
  const parts = [];
  for (let from = 0; from < file.length; from += size) parts.push(unpacker.push(file.subarray(from, from + size)));
  return Buffer.concat([...parts, unpacker.push(null)]).toString();
}

test("a file is unpacked, in parts of whatever size", () => {
  for (const size of [1, 7, 100, PACKED.length]) assert.equal(unpacked(PACKED, size), TEXT);
});

test("most of a file comes out before its end", () => {
  const out = new Unpacker().push(PACKED.subarray(0, 1000));
  assert.ok(out.length > 3000 && TEXT.startsWith(Buffer.from(out).toString()));
});

test("a file that is cut or damaged or another one is refused", () => {
  assert.throws(() => unpacked(PACKED.subarray(0, 900), 100), /cut/);
  assert.throws(() => unpacked(PACKED.subarray(0, 3), 3), /cut/);
  assert.throws(() => unpacked(Buffer.from("<!doctype html><title>404</title>"), 50), /no \.lzma/);
  const damaged = Buffer.from(PACKED);
  damaged.fill(0xff, 40, 60);
  assert.ok((() => { try { return unpacked(damaged, 100) !== TEXT; } catch { return true; } })());
});
