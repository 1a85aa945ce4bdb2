// Unpacks one file in a worker: the window, and a match that is played in it, go on meanwhile.

import { unpack } from "./lzma.js";

onmessage = ({ data }) => {
  try {
    const made = unpack(new Uint8Array(data)).buffer;
    postMessage({ made }, [made]);
  } catch (error) {
    postMessage({ failed: error.message });
  }
};
