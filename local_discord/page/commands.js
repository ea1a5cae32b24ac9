/* Slash commands as text: "/play game:scharfe-schoten seats:3", and back. */

import { accountName, everybody, localized, nameOf, sameText } from './people.js';
import { store } from './store.js';

export const OPTION = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, MENTIONABLE: 9, NUMBER: 10 };
const SUB_COMMAND_TYPES = [1, 2];

/** Sub-commands flattened: {path: "settings show", shown: the same in the reader's language, description, options}. */
export function commandList() {
  const flatten = (command, path, shown) => {
    const options = command.options ?? [];
    const inner = options.filter((option) => SUB_COMMAND_TYPES.includes(option.type));
    if (!inner.length) return [{ path, shown, description: localized(command, 'description'), options }];
    return inner.flatMap((sub) => flatten(sub, `${path} ${sub.name}`, `${shown} ${localized(sub, 'name')}`));
  };
  return store.commands.filter((command) => (command.type ?? 1) === 1)
    .flatMap((command) => flatten(command, command.name, localized(command, 'name')))
    .sort((a, b) => a.path.localeCompare(b.path));
}

/**
 * Read a command: {command, values: option name -> text, spans: [{name, start, end}]}. A value runs to the next option
 * name, so it may hold spaces; words before the first name belong to the first option. Null if no known command stands there.
 */
export function parseCommand(text) {
  const spelled = commandList().flatMap((command) => [command.path, command.shown].map((name) => ({ command, name })));
  const found = spelled.filter(({ name }) => text === `/${name}` || text.startsWith(`/${name} `))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!found) return null;
  const { command } = found;
  const base = found.name.length + 1;
  const rest = text.slice(base);
  const named = (word) => command.options.find((option) => option.name === word || localized(option, 'name') === word);
  const marks = [...rest.matchAll(/(?<=\s)([\p{L}\p{N}_-]+):/gu)].filter((mark) => named(mark[1]));
  const endOf = (i) => base + (marks[i + 1]?.index ?? rest.length);
  const spans = marks.map((mark, i) => ({ name: named(mark[1]).name, start: base + mark.index + mark[0].length, end: endOf(i) }));
  const bare = rest.slice(0, marks[0]?.index).trim();
  const first = command.options.find((option) => !spans.some((span) => span.name === option.name));
  if (bare && first) spans.unshift({ name: first.name, start: base + 1, end: endOf(-1) });
  const values = new Map(spans.map((span) => [span.name, text.slice(span.start, span.end).trim()]));
  return { command, values, spans };
}

export function commandText(command, values) {
  const shown = command.options.filter((option) => values.has(option.name));
  return `/${command.path} ${shown.map((option) => `${option.name}:${values.get(option.name)}`).join(' ')}`;
}

/* ---------- Values ---------- */

class InputError extends Error {
  constructor(option, message) {
    super(`${option.name}${message}`);
    this.option = option.name;
  }
}

/** What autocomplete called things: `command.option` -> shown name -> value to send. */
const autocompleted = new Map();

/** Remember the values behind names that the bot has offered. */
export function learnNames(command, option, choices) {
  const key = `${command.path}.${option.name}`;
  autocompleted.set(key, new Map([...(autocompleted.get(key) ?? []), ...choices.map(({ name, value }) => [name, value])]));
}

/** The options as the bot takes them; `refuse` gets an InputError for each that is missing or cannot be read. */
export function readOptions({ command, values }, refuse) {
  const options = {};
  for (const option of command.options) {
    const text = values.get(option.name);
    try {
      if (text) options[option.name] = readOption(command, option, text);
      else if (option.required) throw new InputError(option, ' is needed.');
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refuse(error);
    }
  }
  return options;
}

/** Text to the value Discord would send, by the option's type. */
function readOption(command, option, text) {
  if (option.choices?.length) return readChoice(option, text);
  return autocompleted.get(`${command.path}.${option.name}`)?.get(text) ?? (READERS[option.type] ?? unsupported)(option, text);
}

const READERS = {
  [OPTION.STRING]: (_, text) => text,
  [OPTION.INTEGER]: (option, text) => readNumber(option, text, /^-?\d+$/),
  [OPTION.NUMBER]: (option, text) => readNumber(option, text, /^-?\d+(\.\d+)?$/),
  [OPTION.BOOLEAN]: readBoolean,
  [OPTION.USER]: readUser,
  [OPTION.MENTIONABLE]: readUser,
  [OPTION.CHANNEL]: readChannel,
};

function unsupported(option) {
  throw new InputError(option, ': this kind of option cannot be filled in here.');
}

function readChoice(option, text) {
  const found = option.choices.find((each) => [localized(each, 'name'), each.name, each.value].some((one) => sameText(one, text)));
  if (!found) throw new InputError(option, ': choose one of the list.');
  return found.value;
}

function readNumber(option, text, pattern) {
  const number = Number(text);
  const { min_value: min = -Infinity, max_value: max = Infinity } = option;
  if (!pattern.test(text)) throw new InputError(option, ': a number, please.');
  if (number < min || number > max) throw new InputError(option, `: between ${min} and ${max}.`);
  return number;
}

function readBoolean(option, text) {
  if (/^(true|yes|on)$/i.test(text)) return true;
  if (/^(false|no|off)$/i.test(text)) return false;
  throw new InputError(option, ': True or False.');
}

function readUser(option, text) {
  const id = /^<@!?(\d+)>$/.exec(text)?.[1] ?? text.replace(/^@/, '');
  const names = (user) => [nameOf(user), accountName(user), user.username];
  const user = everybody().find((each) => each.id === id || names(each).some((name) => sameText(name, id)));
  if (!user) throw new InputError(option, `: nobody here is called ${text}.`);
  return user.id;
}

function readChannel(option, text) {
  const id = /^<#(\d+)>$/.exec(text)?.[1] ?? text.replace(/^#/, '');
  const channel = [...store.channels.values()].find((each) => each.id === id || sameText(each.name, id));
  if (!channel) throw new InputError(option, `: there is no channel ${text}.`);
  return channel.id;
}
