// Counts the tiles that are ticked while they are ticked.
const count = document.getElementById("count");
const tiles = document.getElementById("form");
const tell = () => { count.textContent = tiles.querySelectorAll('[name="here"]:checked').length; };
tiles.addEventListener("change", tell);
tell();
