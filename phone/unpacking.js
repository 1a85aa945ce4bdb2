// Unpacks one file in a worker: the window, and a match that is played in it, go on meanwhile. What is packed is LZMA as
// `xz --format=lzma` writes it, with its size.

import { Decoder } from "./lzma1-0.3.0/decoder.js";
import { InputBuffer, OutputBuffer } from "./lzma1-0.3.0/streams.js";

const SIZE_AT = 5;

export function unpack(bytes) {
  const size = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(SIZE_AT, true));
  const made = new OutputBuffer(size);
  try {
    new Decoder().decompress(new InputBuffer(bytes), made);
  } catch (error) {
    throw new Error(`what was packed is damaged: ${error.message}`);
  }
  if (made.count !== size) throw new Error("what was packed is not whole");
  return made.buf;
}

globalThis.onmessage = ({ data }) => {
  try {
    const made = unpack(new Uint8Array(data)).buffer;
    postMessage({ made }, [made]);
  } catch (error) {
    postMessage({ failed: error.message });
  }
};
