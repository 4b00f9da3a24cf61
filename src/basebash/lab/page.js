const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
const css = getComputedStyle(document.documentElement);
const colour = (name) => css.getPropertyValue(`--${name}`).trim();
const config = {
  background: "transparent",
  font: getComputedStyle(document.body).fontFamily,
  view: { stroke: null },
  text: { color: colour("soft") },
  tick: { color: colour("soft") },
  rule: { color: colour("plain") },
  axis: {
    labelColor: colour("ink"), titleColor: colour("soft"), gridColor: colour("line"), domainColor: colour("line"),
    tickColor: colour("line"), labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", titlePadding: 10,
  },
  legend: { labelColor: colour("ink"), titleColor: colour("soft"), titleFontWeight: "normal", labelFontSize: 12 },
  style: {
    guide: { color: colour("soft"), strokeDash: [3, 3] },
    cell: { stroke: colour("card"), strokeWidth: 1 },
  },
  range: {
    ordinal: [colour("good"), colour("plain"), colour("bad")],
    diverging: dark ? ["#fb923c", "#2a2f35", "#2dd4bf"] : ["#c2410c", "#f5f2ea", "#0f766e"],
    ramp: dark ? ["#3b4a54", "#4fd1c5"] : ["#c7d9d6", "#0b5e57"],
    // Neighbours differ for all kinds of colour blindness.
    category: dark
      ? ["#4fd1c5", "#f2c464", "#b0456b", "#b9c178", "#3f7f9f", "#d9734a", "#8a919b"]
      : ["#0f766e", "#d9a520", "#56b4e9", "#b8b25a", "#332288", "#d55e00", "#8a8f98"],
  },
};

async function draw(place) {
  const spec = JSON.parse(document.getElementById(`${place.id}-spec`).textContent);
  try {
    await vegaEmbed(place, spec, { actions: false, renderer: "svg", config, tooltip: { theme: dark ? "dark" : "light" } });
  } catch (error) {
    place.classList.add("failed");
    place.textContent = `This chart could not be drawn: ${error.message}`;
    throw error;
  }
}

function value(row, column) {
  const cell = row.cells[column];
  return "v" in cell.dataset ? Number(cell.dataset.v) : cell.textContent.toLowerCase();
}

function sortBy(header) {
  const table = header.closest("table");
  const down = header.getAttribute("aria-sort") !== "descending";
  for (const other of header.parentNode.cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows];
  const at = header.cellIndex;
  rows.sort((a, b) => {
    const one = value(a, at);
    const other = value(b, at);
    const order = typeof one === "number" ? other - one : one.localeCompare(other);
    return down === (typeof one === "number") ? order : -order;
  });
  table.tBodies[0].append(...rows);
}

for (const header of document.querySelectorAll("thead th")) {
  header.tabIndex = 0;
  header.addEventListener("click", () => sortBy(header));
  header.addEventListener("keydown", (event) => {
    if (event.key === "Enter") sortBy(header);
  });
}
for (const search of document.querySelectorAll("input[data-filter]")) {
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    for (const row of document.getElementById(search.dataset.filter).tBodies[0].rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
    }
  });
}
Promise.allSettled([...document.querySelectorAll(".chart")].map(draw)).then((results) => {
  const failed = results.filter((result) => result.status === "rejected");
  for (const { reason } of failed) console.error(reason);
  document.body.dataset.charts = failed.length ? "failed" : "ready";
});
