// For pages of a match that only show and send what is still on this phone.

import { Outbox } from "./outbox.js";

const element = document.getElementById("outbox");
if (element) {
  const outbox = new Outbox(element, ({ status }) => {
    if (status === 200 && !outbox.items.length) location.reload();
  });
  outbox.flush();
}
