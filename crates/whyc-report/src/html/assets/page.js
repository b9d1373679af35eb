// Moves the markers, and keeps the rows that are in view. What is said stands in the page itself.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent || "{}");

  // Light or dark: as the system has it, until the button says otherwise.
  const root = document.documentElement;
  const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const remember = (theme) => { try { localStorage.setItem("whyc-theme", theme); } catch { /* a file may not */ } };
  const recall = () => { try { return localStorage.getItem("whyc-theme"); } catch { return null; } };
  const known = recall();
  if (known === "light" || known === "dark") root.dataset.theme = known;
  byId("theme").addEventListener("click", () => {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches;
    root.dataset.theme = isDark ? "light" : "dark";
    remember(root.dataset.theme);
  });

  // Several files are tabs.
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const showFile = (file) => {
    for (const tab of tabs) {
      const isIt = tab.dataset.file === String(file);
      tab.setAttribute("aria-selected", String(isIt));
      tab.tabIndex = isIt ? 0 : -1;
      byId(`file-${tab.dataset.file}`).hidden = !isIt;
    }
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => showFile(tab.dataset.file));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.stopPropagation();
      const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
      showFile(next.dataset.file);
      next.focus();
    });
  }

  // Columns are as wide as a person drags them; a double click gives back what they were.
  for (const grip of document.querySelectorAll(".grip")) {
    const columns = grip.parentElement;
    const isAlone = columns.classList.contains("without-run");
    const [name, isLeft] = isAlone ? ["--story", false] : [`--${grip.dataset.column}`, grip.dataset.side === "left"];
    const pane = () => (isLeft ? grip.previousElementSibling : grip.nextElementSibling);
    const set = (width) => {
      const most = columns.clientWidth * 0.7;
      columns.style.setProperty(name, `${Math.round(Math.max(160, Math.min(most, width)))}px`);
    };
    grip.addEventListener("pointerdown", (event) => {
      const [start, width] = [event.clientX, pane().clientWidth];
      const move = (now) => set(width + (isLeft ? now.clientX - start : start - now.clientX));
      const end = () => {
        grip.classList.remove("held");
        grip.removeEventListener("pointermove", move);
      };
      grip.setPointerCapture(event.pointerId);
      grip.classList.add("held");
      grip.addEventListener("pointermove", move);
      grip.addEventListener("pointerup", end, { once: true });
      grip.addEventListener("pointercancel", end, { once: true });
      event.preventDefault();
    });
    grip.addEventListener("dblclick", () => columns.style.removeProperty(name));
    grip.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 24, ArrowLeft: -24 }[event.key];
      if (!by) return;
      event.stopPropagation();
      event.preventDefault();
      set(pane().clientWidth + (isLeft ? by : -by));
    });
  }

  // A link to a line shows its file first.
  const sources = byId("sources");
  const reveal = (line) => {
    const file = line.closest(".file");
    if (file && file.hidden) showFile(file.id.slice("file-".length));
    const [box, at] = [sources.getBoundingClientRect(), line.getBoundingClientRect()];
    if (at.top < box.top + 40 || at.bottom > box.bottom - 40) {
      sources.scrollTop += at.top - box.top - box.height / 2;
    }
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#f"]');
    const line = link && byId(link.getAttribute("href").slice(1));
    if (!line || !sources) return;
    event.preventDefault();
    reveal(line);
    if (!calm.matches) line.animate?.([{ opacity: 0.3 }, { opacity: 1 }], { duration: 250 });
  });

  if (data.kind === "program" && data.rows.length > 0) walkRuns();
  else if (sources) {
    const first = sources.querySelector(".fails, .cand a");
    if (first) reveal(first);
  }
  if (data.kind === "circuit") walkCycles();

  // Calls `step(by)`, `first()` and so on for the keys that walk, wherever the focus is unless it needs them itself.
  function onKeys(actions) {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target;
      const isField = target.matches("input[type=radio], [role=tab], summary, textarea, select");
      // A slider and a pane that scrolls know what up and down mean there.
      const knowsUpDown = target === document.body || target.matches("#sources, .story .scroll, input[type=range]");
      const isUpDown = event.key === "ArrowUp" || event.key === "ArrowDown";
      if (isField || (knowsUpDown && isUpDown)) return;
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  function walkRuns() {
    const HEIGHT = 24;
    const KINDS = ["input", "", "", "", "call", "", "assumed", "free", "prints", ""];
    const [KIND, TEXT, FILE, LINE, DEPTH, ITERATION, FAILING, PASSING, DIFFERS] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    const { rows, texts, routes } = data;
    const [steps, list, slider, status] = ["steps", "rows", "slider", "status"].map(byId);
    const inView = new Map();
    let route = new Set(routes[0] ? routes[0].rows : []);
    let current = -1;
    let marked = null;
    // What is in view, remembered: asking for it after a change would lay the page out at once.
    let top = 0;
    let height = steps.clientHeight;

    const text = (number) => (number < 0 ? null : texts[number]);
    const valueCell = (number, side, row) => {
      const cell = document.createElement("span");
      cell.setAttribute("role", "gridcell");
      const value = text(number);
      cell.className = value === null ? `v none ${side}` : `v ${side}`;
      cell.textContent = value === null ? "·" : row[KIND] === 9 ? `${side === "p" ? "✓" : "✗"} ${value}` : value;
      if (value === null) cell.setAttribute("aria-label", "not executed");
      else cell.title = value;
      return cell;
    };
    const signOf = (row) => {
      if (!data.has_passing || !row[DIFFERS] || row[KIND] === 9) return row[KIND] === 9 ? "✗" : "";
      if (row[PASSING] < 0) return "−";
      return row[FAILING] < 0 ? "+" : "≠";
    };
    const build = (index) => {
      const row = rows[index];
      const element = document.createElement("div");
      const cell = (className, content) => {
        const span = document.createElement("span");
        span.className = className;
        span.setAttribute("role", "gridcell");
        span.textContent = content;
        element.append(span);
        return span;
      };
      element.id = `row-${index}`;
      element.setAttribute("role", "row");
      element.setAttribute("aria-rowindex", String(index + 2));
      const isOne = row[FAILING] < 0 || row[PASSING] < 0;
      element.className = "row" + (row[DIFFERS] ? (isOne ? " one" : " differs") : "") + (row[KIND] === 9 ? " failure" : "");
      cell("m", signOf(row) + (route.has(index) ? "◆" : ""));
      cell("l", row[LINE]);
      const what = cell("w", "\u2003".repeat(Math.min(row[DEPTH], 8)) + text(row[TEXT]));
      what.title = text(row[TEXT]);
      const tags = [KINDS[row[KIND]]];
      const isNewRound = row[ITERATION] > 0 && (index === 0 || rows[index - 1][ITERATION] !== row[ITERATION]);
      if (isNewRound) tags.push(`round ${row[ITERATION]}`);
      if (data.left_out && data.left_out[0] === index) tags.push(`… ${data.left_out[1]} steps left out below`);
      for (const tag of tags.filter(Boolean)) {
        const small = document.createElement("small");
        small.textContent = tag;
        what.append(small);
      }
      element.append(valueCell(row[FAILING], "f", row));
      if (data.has_passing) element.append(valueCell(row[PASSING], "p", row));
      element.style.top = `${index * HEIGHT}px`;
      element.addEventListener("click", () => go(index));
      // A second click on a value asks where it comes from.
      element.addEventListener("dblclick", (event) => { if (event.target.closest(".v")) ask(); });
      return element;
    };
    const show = (index) => {
      if (inView.has(index)) return;
      const element = build(index);
      if (index === current) select(element, true);
      inView.set(index, element);
      list.append(element);
    };
    const fill = (from, to) => {
      for (const [index, element] of inView) {
        if (index < from || index >= to) {
          element.remove();
          inView.delete(index);
        }
      }
      for (let index = from; index < to; index++) show(index);
    };
    const refresh = () => {
      const from = Math.max(0, Math.floor(top / HEIGHT) - 8);
      fill(from, Math.min(rows.length, from + Math.ceil(height / HEIGHT) + 18));
    };
    const select = (element, isIt) => {
      element.classList.toggle("now", isIt);
      element.setAttribute("aria-selected", String(isIt));
    };
    const markSource = (row) => {
      marked?.classList.remove("now");
      marked?.removeAttribute("aria-current");
      marked = row[FILE] < 0 ? null : byId(`f${row[FILE]}-${row[LINE]}`);
      if (!marked) return;
      marked.classList.add("now");
      marked.setAttribute("aria-current", "step");
      reveal(marked);
    };
    const tell = (row) => {
      const side = (name, value) => `${name}: ${value === null ? "not executed" : value || "–"}`;
      const parts = [side("failing", text(row[FAILING]))];
      if (data.has_passing) parts.push(side("passing", text(row[PASSING])));
      const strong = document.createElement("b");
      strong.textContent = parts.join(" · ");
      const words = `step ${current + 1} of ${rows.length}, line ${row[LINE]} — `;
      status.replaceChildren(words, strong, `${row[DIFFERS] ? " (differs)" : ""} — ${text(row[TEXT])}`);
      status.title = status.textContent;
      slider.setAttribute("aria-valuetext", status.textContent);
    };
    // Where a step comes from: one can go there, and back.
    const why = byId("why");
    const trail = [];
    const jump = (index) => {
      trail.push(current);
      go(index);
    };
    const back = () => { if (trail.length > 0) go(trail.pop()); };
    const link = (index, label) => {
      const button = document.createElement("button");
      const row = rows[index];
      button.type = "button";
      button.textContent = label || `${row[LINE]}: ${text(row[TEXT])}`;
      const value = text(row[FAILING]);
      button.title = label ? "" : `step ${index + 1}, line ${row[LINE]}: ${text(row[TEXT])}${value ? ` = ${value}` : ""}`;
      button.addEventListener("click", () => (label ? back() : jump(index)));
      return button;
    };
    const tellWhy = () => {
      const [from, because] = data.why[current] || [[], null];
      const parts = [];
      if (from.length > 0) parts.push("values from", ...from.slice(0, 6).map((index) => link(index)));
      if (because !== null && !from.includes(because)) parts.push("here because of", link(because));
      if (trail.length > 0) parts.push(link(trail[trail.length - 1], "back"));
      why.replaceChildren(...parts);
    };
    const tellWhyNot = (file, number) => {
      const missed = data.missed.find(([f, line]) => f === file && line === number);
      if (!missed) return;
      const [, , row, name] = missed;
      why.replaceChildren(...(row === null
        ? [`line ${number} is not reached: ${name} is never called in this run`]
        : [`line ${number} is not reached: this decision went another way`, link(row)]));
    };
    const ask = () => {
      const [from, because] = data.why[current] || [[], null];
      const next = from[0] ?? because;
      if (next !== undefined && next !== null) jump(next);
    };
    const go = (index) => {
      const next = Math.max(0, Math.min(rows.length - 1, index));
      if (next === current) return;
      const before = inView.get(current);
      if (before) select(before, false);
      current = next;
      slider.value = String(current);
      const at = current * HEIGHT;
      const room = height - 2 * HEIGHT;
      if (at < top || at > top + room) {
        top = Math.max(0, Math.min(at - room / 2, (rows.length + 1) * HEIGHT - height));
        steps.scrollTop = top;
      }
      refresh();
      const now = inView.get(current);
      if (now) select(now, true);
      steps.setAttribute("aria-activedescendant", `row-${current}`);
      markSource(rows[current]);
      tell(rows[current]);
      tellWhy();
    };
    const seek = (by) => {
      let index = current + by;
      while (index >= 0 && index < rows.length && !rows[index][DIFFERS]) index += by;
      if (index >= 0 && index < rows.length) go(index);
    };
    const choose = (number) => {
      route = new Set(routes[number].rows);
      for (const table of document.querySelectorAll(".changes")) table.hidden = table.dataset.route !== String(number);
      for (const line of document.querySelectorAll(".line.route")) line.classList.remove("route");
      for (const [file, line] of routes[number].lines) byId(`f${file}-${line}`)?.classList.add("route");
      fill(0, 0);
      refresh();
    };

    list.style.height = `${rows.length * HEIGHT}px`;
    let isDue = false;
    steps.addEventListener("scroll", () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => { isDue = false; top = steps.scrollTop; refresh(); });
    }, { passive: true });
    new ResizeObserver(() => { height = steps.clientHeight; top = steps.scrollTop; refresh(); }).observe(steps);
    slider.addEventListener("input", () => go(Number(slider.value)));
    byId("prev").addEventListener("click", () => go(current - 1));
    byId("next").addEventListener("click", () => go(current + 1));
    byId("prev-diff")?.addEventListener("click", () => seek(-1));
    byId("next-diff")?.addEventListener("click", () => seek(1));
    for (const input of document.querySelectorAll("input[name=route]")) {
      input.addEventListener("change", () => choose(Number(input.value)));
    }
    for (const row of document.querySelectorAll("tr[data-row]")) {
      row.addEventListener("click", (event) => { if (!event.target.closest("a")) go(Number(row.dataset.row)); });
    }
    for (const line of document.querySelectorAll(".line .no")) {
      line.addEventListener("click", () => {
        const [file, number] = line.parentElement.id.slice(1).split("-").map(Number);
        const isHere = (row) => row[FILE] === file && row[LINE] === number;
        const after = rows.findIndex((row, index) => index > current && isHere(row));
        const index = after >= 0 ? after : rows.findIndex(isHere);
        if (index >= 0) go(index);
        else tellWhyNot(file, number);
      });
    }
    const page = () => Math.max(1, Math.floor(height / HEIGHT) - 2);
    onKeys({
      ArrowLeft: () => go(current - 1), ArrowUp: () => go(current - 1),
      ArrowRight: () => go(current + 1), ArrowDown: () => go(current + 1),
      Home: () => go(0), End: () => go(rows.length - 1),
      PageUp: () => go(current - page()), PageDown: () => go(current + page()),
      n: () => seek(1), p: () => seek(-1), w: ask, b: back,
    });
    // On paper, all rows of a run that fits on paper.
    window.addEventListener("beforeprint", () => {
      // In their order: on paper they stand where they are in the document.
      fill(0, 0);
      fill(0, Math.min(rows.length, 3000));
    });
    window.addEventListener("afterprint", refresh);
    go(data.failure ?? rows.length - 1);
  }

  function walkCycles() {
    const slider = byId("slider");
    if (!slider) return;
    const [cursor, status] = [byId("cursor"), byId("status")];
    const last = data.cycles - 1;
    cursor.style.width = `${data.width}px`;
    let current = -1;
    const go = (cycle) => {
      const next = Math.max(0, Math.min(last, cycle));
      if (next === current) return;
      current = next;
      slider.value = String(current);
      cursor.style.transform = `translateX(${current * data.width}px)`;
      const wave = byId("waves");
      const left = current * data.width;
      if (left < wave.scrollLeft || left + data.width > wave.scrollLeft + wave.clientWidth - data.names) {
        wave.scrollLeft = Math.max(0, left - (wave.clientWidth - data.names) / 2);
      }
      const shown = data.signals.map((signal) => [signal.name, signal.values[current]]);
      const mattering = shown.filter(([, value]) => value !== undefined && value !== "-");
      const told = mattering.map(([name, value]) => `${name} = ${value}`).join(", ");
      status.textContent = `cycle ${current} of ${last}: ${told || "no input matters"}`;
      slider.setAttribute("aria-valuetext", status.textContent);
    };
    slider.addEventListener("input", () => go(Number(slider.value)));
    byId("prev").addEventListener("click", () => go(current - 1));
    byId("next").addEventListener("click", () => go(current + 1));
    byId("waves").addEventListener("click", (event) => {
      const wave = event.target.closest("svg.wave");
      if (wave) go(Math.floor((event.clientX - wave.getBoundingClientRect().left) / data.width));
    });
    byId("every")?.addEventListener("change", (event) => document.body.classList.toggle("all-signals", event.target.checked));
    onKeys({
      ArrowLeft: () => go(current - 1), ArrowRight: () => go(current + 1),
      Home: () => go(0), End: () => go(last),
    });
    go(0);
  }
})();
