// Unpacks LZMA, which browsers do not know and which is a quarter smaller than what they do know. The format is that of
// `xz --format=lzma`: a byte of settings, the size of the dictionary, the size of what was packed, and then bits, each of
// them guessed from those before it (lzma-specification.txt, https://www.7-zip.org/sdk.html).

const HALF = 1024; // how likely a bit is 0, of 2048; nothing is known at first
const TOP = 2 ** 24;
const HEAD = 13;
// Where the guesses of each kind of bit begin; LITERAL is the last, since how many it has depends on the settings.
const [MATCH, REPEATED, OTHER, THIRD, FOURTH, LONGER, SLOT, SPECIAL, ALIGNED, LENGTH, AGAIN, LITERAL] =
  [0, 192, 204, 216, 228, 240, 432, 688, 804, 820, 1334, 1848];

class Bits {
  constructor(bytes, guesses) {
    this.bytes = bytes;
    this.guesses = new Uint16Array(guesses).fill(HALF);
    this.range = -1; // 32 bits without a sign, as is the code
    this.code = new DataView(bytes.buffer, bytes.byteOffset).getInt32(HEAD + 1);
    this.at = HEAD + 5;
  }

  fill() {
    if (this.range >>> 0 >= TOP) return;
    this.range <<= 8;
    this.code = this.code << 8 | this.bytes[this.at++];
  }

  read(place) {
    const guess = this.guesses[place];
    const bound = Math.imul(this.range >>> 11, guess);
    const one = this.code >>> 0 >= bound >>> 0;
    if (one) {
      this.range = this.range - bound | 0;
      this.code = this.code - bound | 0;
      this.guesses[place] = guess - (guess >> 5);
    } else {
      this.range = bound;
      this.guesses[place] = guess + (2048 - guess >> 5);
    }
    this.fill();
    return one ? 1 : 0;
  }

  // A number of so many bits, each guessed from those above it.
  readTree(place, count) {
    let found = 1;
    for (let read = 0; read < count; read += 1) found = found << 1 | this.read(place + found);
    return found - (1 << count);
  }

  // The same from its lowest bit on.
  readReversed(place, count) {
    let [above, found] = [1, 0];
    for (let read = 0; read < count; read += 1) {
      const bit = this.read(place + above);
      above = above << 1 | bit;
      found |= bit << read;
    }
    return found;
  }

  // Bits that nothing is guessed of.
  readPlain(count) {
    let found = 0;
    for (let read = 0; read < count; read += 1) {
      this.range >>>= 1;
      const one = this.code >>> 0 >= this.range;
      if (one) this.code = this.code - this.range | 0;
      found = found << 1 | (one ? 1 : 0);
      this.fill();
    }
    return found;
  }

  readLength(place, turn) {
    if (!this.read(place)) return 2 + this.readTree(place + 2 + (turn << 3), 3);
    if (!this.read(place + 1)) return 10 + this.readTree(place + 130 + (turn << 3), 3);
    return 18 + this.readTree(place + 258, 8);
  }

  // How far back what is repeated lies, less one.
  readDistance(length) {
    const slot = this.readTree(SLOT + (Math.min(length - 2, 3) << 6), 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const above = (2 | slot & 1) << count;
    if (slot < 14) return above + this.readReversed(SPECIAL + above - slot, count);
    return above + (this.readPlain(count - 4) << 4) + this.readReversed(ALIGNED, 4);
  }

  // A byte of its own. After a repetition it is not the one that followed there, which guesses it as long as they are alike.
  readByte(place, unlike) {
    let [found, alike] = [1, unlike < 0 ? 0 : 0x100];
    while (found < 0x100) {
      unlike <<= 1;
      const expected = unlike & alike;
      const bit = this.read(place + alike + expected + found);
      found = found << 1 | bit;
      alike &= bit ? expected : ~expected;
    }
    return found;
  }
}

// What was packed, as bytes.
export function unpack(bytes) {
  const settings = bytes[0];
  const [before, places, turns] = [settings % 9, Math.floor(settings / 9) % 5, Math.floor(settings / 45)];
  const bits = new Bits(bytes, LITERAL + (0x300 << before + places));
  const made = new Uint8Array(new DataView(bytes.buffer, bytes.byteOffset).getUint32(5, true));
  let state = 0; // what the last four steps were: bytes or repetitions
  let back = [0, 0, 0, 0]; // the last distances
  for (let at = 0; at < made.length;) {
    const turn = at & (1 << turns) - 1;
    if (!bits.read(MATCH + (state << 4) + turn)) {
      const kind = ((at & (1 << places) - 1) << before) + ((made[at - 1] ?? 0) >> 8 - before);
      made[at] = bits.readByte(LITERAL + 0x300 * kind, state < 7 ? -1 : made[at - back[0] - 1]);
      at += 1;
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    let length = 1;
    const late = state < 7 ? 0 : 3;
    if (!bits.read(REPEATED + state)) {
      length = bits.readLength(LENGTH, turn);
      back = [bits.readDistance(length), back[0], back[1], back[2]];
      state = 7 + late;
    } else {
      const first = !bits.read(OTHER + state);
      const short = first && !bits.read(LONGER + (state << 4) + turn);
      if (!first) {
        const which = !bits.read(THIRD + state) ? 1 : 2 + bits.read(FOURTH + state);
        back = [back[which], ...back.filter((_one, place) => place !== which)];
      }
      if (!short) length = bits.readLength(AGAIN, turn);
      state = short ? 9 + (late ? 2 : 0) : 8 + late;
    }
    if (back[0] >= at || at + length > made.length) throw new Error("what was packed is damaged");
    for (const end = at + length; at < end; at += 1) made[at] = made[at - back[0] - 1];
  }
  if (bits.at > bytes.length) throw new Error("what was packed is cut");
  return made;
}
