// The database's two files as Emscripten's file system sees them. Each is a sync access handle of the browser's own store:
// what SQLite reads, writes, cuts and syncs goes straight there, and nothing is held in between.

const FILE = 0o100600;
const FOLDER = 0o40700;
const ERRORS = { missing: 44, full: 51, refused: 69, wrong: 29 }; // ENOENT, ENOSPC, EROFS, EIO as Emscripten numbers them

// The handles of a folder by their names. A handle is exclusive: where another window holds one, this fails.
export async function openFiles(folder, names) {
  let place = await navigator.storage.getDirectory();
  place = await place.getDirectoryHandle(folder, { create: true });
  const opened = new Map();
  try {
    for (const name of names) {
      const file = await place.getFileHandle(name, { create: true });
      opened.set(name, await file.createSyncAccessHandle());
    }
  } catch (error) {
    closeFiles(opened);
    throw error;
  }
  return opened;
}

export function closeFiles(opened) {
  for (const handle of opened.values()) handle.close();
}

export function readAll(handle) {
  const bytes = new Uint8Array(handle.getSize());
  handle.read(bytes, { at: 0 });
  return bytes;
}

// All of it, on the disk: what was there before is gone.
export function writeAll(handle, bytes) {
  handle.truncate(0);
  if (handle.write(bytes, { at: 0 }) !== bytes.length) throw new DOMException("nothing fits any more", "QuotaExceededError");
  handle.flush();
}

// A file system of exactly these files. They are always there; one that was deleted is empty. `tell` hears that it is full.
export function makeFileSystem(FS, opened, tell = () => {}) {
  const failWith = (number) => { throw new FS.ErrnoError(number); };

  function makeNode(parent, name, mode) {
    const node = FS.createNode(parent, name, mode, 0);
    node.node_ops = nodes;
    node.stream_ops = streams;
    node.handle = opened.get(name);
    return node;
  }

  // What a store refuses is said as a disk says it: anything else would end Python, and with it what others were told.
  function tryOn(act) {
    try {
      return act();
    } catch (error) {
      if (error.name !== "QuotaExceededError") return failWith(ERRORS.wrong);
      tell();
      return failWith(ERRORS.full);
    }
  }

  const nodes = {
    getattr(node) {
      const size = node.handle ? node.handle.getSize() : 4096;
      const now = new Date(node.timestamp ?? 0);
      return {
        dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, atime: now, mtime: now, ctime: now,
        blksize: 4096, blocks: Math.ceil(size / 4096),
      };
    },
    setattr(node, given) {
      if (given.mode !== undefined) node.mode = given.mode;
      if (given.size !== undefined && node.handle) tryOn(() => node.handle.truncate(given.size));
    },
    lookup: (parent, name) => (opened.has(name) ? makeNode(parent, name, FILE) : failWith(ERRORS.missing)),
    mknod: (parent, name) => (opened.has(name) ? makeNode(parent, name, FILE) : failWith(ERRORS.refused)),
    unlink(parent, name) {
      tryOn(() => opened.get(name)?.truncate(0));
    },
    rename: () => failWith(ERRORS.refused),
    rmdir: () => failWith(ERRORS.refused),
    symlink: () => failWith(ERRORS.refused),
    readdir: () => [".", "..", ...opened.keys()],
  };
  const streams = {
    read: (stream, buffer, offset, length, position) =>
      tryOn(() => stream.node.handle.read(buffer.subarray(offset, offset + length), { at: position })),
    write(stream, buffer, offset, length, position) {
      const written = tryOn(() => stream.node.handle.write(buffer.subarray(offset, offset + length), { at: position }));
      if (written !== length) tell(); // a store that is full takes less, or throws
      return written === length ? written : failWith(ERRORS.full);
    },
    llseek(stream, offset, whence) {
      const from = [0, stream.position, stream.node.handle?.getSize() ?? 0][whence] ?? failWith(ERRORS.wrong);
      return from + offset >= 0 ? from + offset : failWith(ERRORS.wrong);
    },
    fsync(stream) {
      tryOn(() => stream.node.handle?.flush());
      return 0;
    },
  };
  return { mount: () => makeNode(null, "/", FOLDER) };
}
