// Unpacks files as a phone does and says the digests of what came, or what was wrong: node unpack.mjs MODULE FILE…

import { createHash } from "node:crypto";
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [module, ...files] = process.argv.slice(2);
const { unpack } = await import(pathToFileURL(module));
const said = files.map((file) => {
  try {
    return createHash("sha256").update(unpack(new Uint8Array(fs.readFileSync(file)))).digest("hex");
  } catch (error) {
    return error.message;
  }
});
console.log(JSON.stringify(said));
