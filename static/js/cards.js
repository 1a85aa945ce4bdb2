// Cards counted by tapping: one tap is one card of its class. What is tapped stands in an ordinary input, in the
// notation that the form takes ("jokers=1 low=2"), so that nothing here is needed to send it.

export function readCounts(notation) {
  const found = {};
  for (const [, name, number] of notation.matchAll(/([a-z]+)=(\d+)/g)) found[name] = Number(number);
  return found;
}

export function writeCounts(found) {
  return Object.entries(found).filter(([, number]) => number > 0).map(([name, number]) => `${name}=${number}`).join(" ");
}
