/* Conversion of slash commands from and to text, such as "/play game:scharfe-schoten seats:3". */

import { accountName, everybody, localized, nameOf, sameText } from './people.js';
import { isPrivate, isWithBot, store } from './store.js';
import { words } from './words.js';

const TYPE = { SUB_COMMAND: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, MENTIONABLE: 9, NUMBER: 10 };

/** Return the commands with sub-commands flattened: {path: "settings show", shown: localized path, description, options}. */
export function commandList() {
  const flatten = (command, path, shown) => {
    const options = command.options ?? [];
    const subs = options.filter(({ type }) => type === TYPE.SUB_COMMAND || type === TYPE.GROUP);
    if (!subs.length) return [{ path, shown, description: localized(command, 'description'), options }];
    return subs.flatMap((sub) => flatten(sub, `${path} ${sub.name}`, `${shown} ${localized(sub, 'name')}`));
  };
  return store.commands.filter((command) => (command.type ?? 1) === 1 && isOffered(command))
    .flatMap((command) => flatten(command, command.name, localized(command, 'name')))
    .sort((a, b) => a.path.localeCompare(b.path));
}

const CONTEXT = { SERVER: 0, WITH_BOT: 1, ELSEWHERE: 2 }; // Discord's interaction contexts
const INSTALL = { SERVER: 0, USER: 1 }; // Discord's kinds of installation

/** Return whether the bot is installed so, and the command made so, that the reader may use it in the open channel. */
function isOffered({ contexts, integration_types: installs }) {
  const channel = store.channels.get(store.channelId);
  const context = isWithBot(channel) ? CONTEXT.WITH_BOT : isPrivate(channel) ? CONTEXT.ELSEWHERE : CONTEXT.SERVER;
  const hasApp = (guild) => guild.has_app && (context === CONTEXT.WITH_BOT || guild.id === channel?.guild_id);
  const installed = { [INSTALL.SERVER]: store.guilds.some(hasApp), [INSTALL.USER]: store.me.installed };
  return (contexts ?? [context]).includes(context) && installs.some((kind) => installed[kind]);
}

const MESSAGE = 3;

/** Return the context menu commands of messages: {name, shown: localized name}. */
export const messageCommands = () =>
  store.commands.filter((command) => command.type === MESSAGE && isOffered(command)).map((command) => ({ name: command.name, shown: localized(command, 'name') }));

/**
 * Parse a command: {command, values: option name -> text, spans: [{name, start, end}]}, or null if it is unknown.
 * A value ends at the next option name, so it may contain spaces. Text before the first name belongs to the first option.
 */
export function parseCommand(text) {
  const spelled = commandList().flatMap((command) => [command.path, command.shown].map((name) => ({ command, name })));
  const found = spelled.filter(({ name }) => `${text} `.startsWith(`/${name} `)).sort((a, b) => b.name.length - a.name.length)[0];
  if (!found) return null;
  const { command } = found;
  const base = found.name.length + 1;
  const rest = text.slice(base);
  const named = (word) => command.options.find((option) => option.name === word || localized(option, 'name') === word);
  const marks = [...rest.matchAll(/(?<=\s)([\p{L}\p{N}_-]+):/gu)].filter((mark) => named(mark[1]));
  const endOf = (i) => base + (marks[i + 1]?.index ?? rest.length);
  const spans = marks.map((mark, i) => ({ name: named(mark[1]).name, start: base + mark.index + mark[0].length, end: endOf(i) }));
  const first = command.options.find((option) => !spans.some((span) => span.name === option.name));
  if (first && text.slice(base, endOf(-1)).trim()) spans.unshift({ name: first.name, start: base + 1, end: endOf(-1) });
  const values = new Map(spans.map((span) => [span.name, text.slice(span.start, span.end).trim()]));
  return { command, values, spans };
}

export function commandText(command, values) {
  const shown = command.options.filter((option) => values.has(option.name));
  return `/${command.path} ${shown.map((option) => `${option.name}:${values.get(option.name)}`).join(' ')}`;
}

export const isNumeric = ({ type }) => type === TYPE.INTEGER || type === TYPE.NUMBER;

/** Return the allowed values of an option, [{name, value, also?: other spellings}], or null for free text and numbers. */
export function knownValues({ type, choices }) {
  if (choices?.length) return choices.map((choice) => ({ name: localized(choice, 'name'), value: choice.value, also: [choice.name] }));
  if (type === TYPE.BOOLEAN) return [true, false].map((value) => ({ name: words(String(value)), value, also: [String(value)] }));
  if (type === TYPE.CHANNEL) return [...store.channels.values()].filter((each) => !isPrivate(each)).map(({ name, id }) => ({ name: `#${name}`, value: id, also: [name] }));
  if (type !== TYPE.USER && type !== TYPE.MENTIONABLE) return null;
  return everybody().map((user) =>
    ({ name: `@${nameOf(user)}`, value: user.id, also: [nameOf(user), accountName(user), user.username] }));
}

export const means = ({ name, value, also = [] }, text) => [name, value, ...also].some((spelling) => sameText(spelling, text));

/** Values from autocomplete: `command.option` -> displayed name -> value to send. */
const autocompleted = new Map();

export function learnNames(command, option, choices) {
  const key = `${command.path}.${option.name}`;
  autocompleted.set(key, new Map([...(autocompleted.get(key) ?? []), ...choices.map(({ name, value }) => [name, value])]));
}

/** Convert option texts to values; calls `refuse(option name, sentence)` for each missing or invalid option. */
export function readOptions({ command, values }, refuse) {
  const options = {};
  for (const option of command.options) {
    const text = values.get(option.name);
    const fault = (key, args) => void refuse(option.name, words(key, { option: option.name, ...args }));
    if (text) options[option.name] = autocompleted.get(`${command.path}.${option.name}`)?.get(text) ?? readValue(option, text, fault);
    else if (option.required) fault('option-needed');
  }
  return options;
}

function readValue(option, text, fault) {
  const known = knownValues(option);
  if (known) return (known.find((each) => means(each, text.replace(/^<[@#]!?(\d+)>$/, '$1'))) ?? fault('option-listed'))?.value;
  if (isNumeric(option)) return readNumber(option, text, fault);
  return option.type === TYPE.STRING ? text : fault('option-odd');
}

function readNumber({ type, min_value: min = -Infinity, max_value: max = Infinity }, text, fault) {
  const number = Number(text);
  if (!(type === TYPE.INTEGER ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/).test(text)) return fault('option-number');
  return number < min || number > max ? fault('option-range', { min, max }) : number;
}
