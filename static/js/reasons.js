// A tapped reason is written into the field above it, where it can be changed. Without scripts the server does the same.

const field = document.getElementById("reason");

function write(event) {
  event.preventDefault();
  field.value = event.currentTarget.dataset.reason;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

for (const key of document.querySelectorAll("[data-reason]")) key.addEventListener("click", write);
