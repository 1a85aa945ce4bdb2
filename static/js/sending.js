// Shares the record of a match by the phone's own share sheet, where the browser hands files to it (only under TLS).
// Browsers share few kinds of files, and plain text is one; an import looks at what is inside, not at the name.

const key = document.getElementById("send-file");

async function fetchFile() {
  const response = await fetch(key.dataset.file);
  if (!response.ok) return null;
  const [, name] = /filename="?([^".;]+)/.exec(response.headers.get("Content-Disposition") ?? "") ?? [null, "scorekeeper"];
  return new File([await response.blob()], `${name}.txt`, { type: "text/plain" });
}

// A share sheet must open at once after the tap, so the file is there before.
async function start() {
  const sample = new File(["{}"], "match.txt", { type: "text/plain" });
  if (!navigator.canShare?.({ files: [sample] })) return;
  const file = await fetchFile().catch(() => null);
  if (!file) return;
  key.closest("li").hidden = false;
  key.addEventListener("click", () => {
    navigator.share({ files: [file] }).catch((error) => {
      if (error.name !== "AbortError") throw error; // people may change their mind
    });
  });
}

start();
