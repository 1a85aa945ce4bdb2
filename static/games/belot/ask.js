// A question of Belot that asks for declarations: they are tapped on the sheet of the entry, in place of lines of six fields.

import { watchAnnouncements } from "./announcements.js";

const part = document.querySelector(".asked-announced");
const form = part.closest("form");
const dialog = document.querySelector("dialog.announce");
const keys = part.querySelector(".announced");
const contracts = part.dataset.part.replace(/declarations$/, "contract"); // of the deal that the declarations belong to
const readContract = () => form.querySelector(`input[name="${contracts}"]:checked`)?.value ?? "";

// What was found wrong in a line stays in sight, and a link to that line leads to the key.
const wrong = [...part.querySelectorAll(".written .error")];
const announced = watchAnnouncements(form, part, dialog);
keys.before(...wrong);
keys.hidden = false;

let contract = readContract();
announced.draw(contract);
form.addEventListener("change", ({ target }) => {
  if (target.name !== contracts) return;
  announced.follow(contract, readContract());
  contract = readContract();
  announced.draw(contract);
});

for (const link of document.querySelectorAll(`#problems a[href^="#${part.id}"]`)) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    [...keys.children].find(({ offsetHeight }) => offsetHeight).focus();
  });
}
