"use strict";
(function () {
  const index = window.INDEX, box = document.getElementById("search");
  if (!index || !box) return;
  const field = document.getElementById("words"), list = document.getElementById("found"), count = document.getElementById("count");
  const MOST = 60;
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const known = index.map(([title, about, href, more]) => ({ title, about, href, head: folded(title), all: folded([title, about, more].join(" ")) }));
  box.hidden = false;
  function search() {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    const found = words.length ? known.filter((each) => words.every((word) => each.all.includes(word))) : [];
    const rank = (each) => words.filter((word) => each.head.includes(word)).length;
    found.sort((one, other) => rank(other) - rank(one));
    list.replaceChildren();
    for (const each of found.slice(0, MOST)) {
      const row = document.createElement("li"), link = document.createElement("a"), about = document.createElement("small");
      link.href = each.href;
      link.textContent = each.title;
      about.textContent = " " + each.about;
      row.append(link, about);
      list.append(row);
    }
    count.textContent = !words.length ? "" : found.length ? found.length + " found" + (found.length > MOST ? ", the first " + MOST + " shown" : "") : "Nothing is found.";
    try { history.replaceState(null, "", words.length ? "#" + encodeURIComponent(field.value) : "#"); } catch (error) { /* only a convenience */ }
  }
  field.addEventListener("input", search);
  try { field.value = decodeURIComponent(location.hash.slice(1)); } catch (error) { field.value = ""; }
  search();
})();
