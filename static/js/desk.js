// Lists of calls tapped one after the other: each word that the field takes becomes a button that appends it.

const words = document.getElementById("desk-words").dataset;

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

for (const input of document.querySelectorAll("input[data-taps]")) {
  const label = document.querySelector(`label[for="${input.id}"]`);
  const row = document.createElement("div");
  row.className = "taps";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", label ? label.textContent : "");
  const said = () => input.value.split(",").map((part) => part.trim()).filter(Boolean);
  const put = (list) => {
    input.value = list.join(", ");
    input.scrollLeft = input.scrollWidth;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  for (const word of input.dataset.taps.split("|")) {
    row.append(button(word, () => said().length < Number(input.dataset.most) && put([...said(), word])));
  }
  row.append(button("⌫", () => put(said().slice(0, -1))));
  row.lastChild.setAttribute("aria-label", words.clear);
  input.after(row);
}
