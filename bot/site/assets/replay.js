"use strict";
(function () {
  const told = window.REPLAY, box = document.getElementById("replay");
  if (!told || !box) return;
  const $ = (id) => document.getElementById(id);
  const maps = [];
  let before = [];
  for (const runs of told.maps) {
    const own = [];
    for (let at = 0; at < runs.length; at += 2) {
      const count = runs[at], from = runs[at + 1];
      if (count > 0) for (let n = 0; n < count; n++) own.push(before[from + n]);
      else for (let n = 0; n < -count; n++) own.push(from + n);
    }
    maps.push(own);
    before = own;
  }
  const steps = told.steps, last = steps.length;
  let now = 0, drawn = -1, playing = 0;
  box.hidden = false;
  $("slider").max = last;
  for (const turn of [...new Set(steps.map((each) => each.t))].filter(Boolean)) $("turn").add(new Option(turn, turn));

  function line(kind, text, parent) {
    const made = document.createElement("p");
    made.className = kind;
    made.textContent = text;
    parent.append(made);
  }

  function show(number, quietly) {
    number = Math.min(Math.max(number, 1), last);
    if (number === now) return;
    now = number;
    const step = steps[now - 1];
    if (step.m !== drawn) {
      drawn = step.m;
      $("table").innerHTML = maps[drawn].map((each) => told.pieces[each]).join("");
    }
    $("heading").textContent = step.h;
    $("told").replaceChildren();
    for (const each of step.s) {
      line(each.f ? "frame" : "said", each.h, $("told"));
      for (const one of each.l) line("sub", one, $("told"));
      if (each.b.length) {
        const behind = document.createElement("div");
        behind.className = "behind";
        for (const one of each.b) line("", one, behind);
        $("told").append(behind);
      }
    }
    $("slider").value = now;
    $("where").textContent = "Step " + now + " of " + last;
    if (step.t) $("turn").value = step.t;
    $("link").href = "#step-" + now;
    for (const old of document.querySelectorAll(".course li.now")) old.classList.remove("now");
    const row = $("c" + now);
    if (row) row.classList.add("now");
    if (!quietly) {
      try { history.replaceState(null, "", "#step-" + now); } catch (error) { /* a page that may not: the link still tells */ }
    }
    if (now === last) stop();
  }
  function stop() {
    clearInterval(playing);
    playing = 0;
    $("play").textContent = "Play";
    $("play").setAttribute("aria-label", "Play");
  }
  function play() {
    if (playing) return stop();
    if (now === last) show(1);
    $("play").textContent = "Pause";
    $("play").setAttribute("aria-label", "Pause");
    playing = setInterval(() => show(now + 1), Number($("speed").value));
  }
  function turned(way) {
    const own = steps[now - 1].t;
    if (way > 0) {
      const next = steps.findIndex((each, at) => at >= now && each.t !== own);
      return show(next < 0 ? last : next + 1);
    }
    let at = now - 1;
    while (at > 0 && steps[at - 1].t === own) at--;
    if (at === now - 1 && at > 0) { const other = steps[--at].t; while (at > 0 && steps[at - 1].t === other) at--; }
    show(at + 1);
  }
  function death() {
    let next = steps.findIndex((each, at) => at >= now && each.d);
    if (next < 0) next = steps.findIndex((each) => each.d);
    if (next >= 0) show(next + 1);
  }
  function zoom() {
    const large = $("table").classList.toggle("large");
    $("zoom").setAttribute("aria-pressed", String(large));
  }
  const acts = { first: () => show(1), back: () => show(now - 1), on: () => show(now + 1), end: () => show(last), play, death, zoom };
  for (const id in acts) $(id).addEventListener("click", () => { if (id !== "play") stop(); acts[id](); });
  if (!steps.some((each) => each.d)) $("death").hidden = true;
  $("slider").addEventListener("input", () => { stop(); show(Number($("slider").value)); });
  $("turn").addEventListener("change", () => { stop(); show(steps.findIndex((each) => String(each.t) === $("turn").value) + 1); });
  $("speed").addEventListener("change", () => { if (playing) { stop(); play(); } });
  const keys = { ArrowRight: acts.on, ArrowLeft: acts.back, PageDown: () => turned(1), PageUp: () => turned(-1), Home: acts.first, End: acts.end, d: death, D: death, z: zoom, Z: zoom };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === " " && event.target.tagName !== "BUTTON" && event.target.tagName !== "SUMMARY") { event.preventDefault(); return play(); }
    const act = keys[event.key];
    if (!act || (event.key.startsWith("Page") && !box.contains(event.target))) return;
    event.preventDefault();
    stop();
    act();
  });
  let from = null;
  $("table").addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null; }, { passive: true });
  $("table").addEventListener("touchend", (event) => {
    if (!from || $("table").classList.contains("large")) return;
    const across = event.changedTouches[0].clientX - from[0], down = event.changedTouches[0].clientY - from[1];
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) { stop(); show(now + (across < 0 ? 1 : -1)); }
    from = null;
  }, { passive: true });
  function linked() {
    const found = /^#step-(\d+)$/.exec(location.hash);
    if (found) { show(Number(found[1]), true); box.scrollIntoView({ block: "start" }); }
    return Boolean(found);
  }
  window.addEventListener("hashchange", linked);
  for (const each of document.querySelectorAll(".course .at")) each.addEventListener("click", () => stop());
  if (!linked()) show(1, true);
})();
