// The button that prints, for phones whose browser hides the command.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
