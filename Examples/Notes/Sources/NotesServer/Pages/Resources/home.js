'use strict';
const find = id => document.getElementById(id);
let edited = null, next = null;

async function ask(path, options = {}) {
  const headers = { 'X-User': find('user').value, ...options.headers };
  const response = await fetch(path, { ...options, headers });
  if (response.status === 204) return null;
  const body = await response.json();
  if (response.ok) return body;
  const faults = (body.errors ?? []).map(fault => `${fault.field} ${fault.detail}`);
  throw new Error([body.detail ?? body.title, ...faults].join(' · '));
}

async function attempt(action) {
  find('problem').textContent = '';
  try { await action(); } catch (error) { find('problem').textContent = error.message; }
}

function element(tag, text, ...children) {
  const made = document.createElement(tag);
  made.textContent = text;
  made.append(...children);
  return made;
}

function button(text, action) {
  const made = element('button', text);
  made.addEventListener('click', () => attempt(action));
  return made;
}

function edit(note) {
  edited = note;
  find('title').value = note?.title ?? '';
  find('text').value = note?.text ?? '';
  find('save').textContent = note ? 'Save the note' : 'Add the note';
  find('cancel').hidden = !note;
}

function show(note) {
  return element('article', '',
    element('h2', note.title),
    element('p', note.text),
    element('time', new Date(note.changed).toLocaleString()),
    button('Edit', () => { edit(note); find('title').focus(); }),
    button('Delete', async () => {
      await ask(`/notes/${note.id}`, { method: 'DELETE' });
      await load();
    }));
}

async function load(before) {
  const page = await ask('/notes' + (before ? `?before=${before}` : ''));
  if (!before) find('notes').replaceChildren();
  find('notes').append(...page.notes.map(show));
  next = page.next;
  find('more').hidden = !next;
}

find('editor').addEventListener('submit', event => {
  event.preventDefault();
  attempt(async () => {
    const body = JSON.stringify({ title: find('title').value, text: find('text').value });
    if (edited) {
      // A change that came in between is not overwritten: the server compares the version.
      const headers = { 'If-Match': `"${edited.version}"` };
      await ask(`/notes/${edited.id}`, { method: 'PUT', headers, body });
    } else {
      await ask('/notes', { method: 'POST', body });
    }
    edit(null);
    await load();
  });
});
find('cancel').addEventListener('click', () => edit(null));
find('more').addEventListener('click', () => attempt(() => load(next)));
find('user').addEventListener('change', () => { edit(null); attempt(load); });
attempt(load);
