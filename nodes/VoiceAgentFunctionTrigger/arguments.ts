import type { IDataObject } from 'n8n-workflow';

import type { FunctionParameter, ParameterType } from '../parameters/functionFields';
import { hasNoValue, parseBooleanValue, parseIntegerValue, parseTextValue } from '../parameters/parseValue';
import type { ParsedValue } from '../parameters/invalidParameterError';
import { toAsciiDigits } from '../text/strings';
import { parseExactJson, isRecord } from '../text/json';

/** A call of the function. `payloadAsWritten` is the payload with each number as a string of its digits. */
export interface FunctionCall {
	payload: unknown;
	payloadAsWritten: unknown;
	query: IDataObject;
}

/** The arguments of a call, and what tells the agent which of the required ones it has to ask for. */
interface Arguments {
	values: IDataObject;
	instructions: string[];
}

/**
 * Parses the declared parameters of a call, by their types. The form of a call is not documented, so a value
 * is looked for in several places: in the object `arguments`, also as JSON text, which then replaces the body; otherwise
 * in the body, or in its one object that has all required values; and last in the query.
 */
export function parseArguments(functionCall: FunctionCall, parameters: FunctionParameter[]): Arguments {
	const sources = findSources(functionCall, parameters);
	const values: Array<[string, unknown]> = [];
	const missing: string[] = [];
	const instructions: string[] = [];
	for (const { name, type, required } of parameters) {
		const source = sources.find(({ values: one }) => isGiven(one, name));
		const given = source && (type === 'string' ? source.asWritten : source.values)[name];
		const value = source && PARSERS[type](given);
		if (value !== undefined) values.push([name, value]);
		else if (required && source)
			instructions.push(`${name} ${UNREADABLE_NOTES[type]}: ask the caller for it again`);
		else if (required) missing.push(name);
	}
	if (missing.length > 0) instructions.unshift(askFor(missing));
	return { values: Object.fromEntries(values) as IDataObject, instructions };
}

/** Returns undefined for a value that cannot be used. */
const findValid = (parsed: ParsedValue<unknown>): unknown => (parsed.ok ? parsed.value : undefined);

function askFor(names: string[]): string {
	const [name = '', ...others] = names;
	if (others.length === 0) return `${name} is missing: ask the caller for it`;
	return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are missing: ask the caller for them`;
}

/** The field of the body that holds the arguments where a call has other fields, too. */
const WRAPPER = 'arguments';

type Values = Record<string, unknown>;

/** An object that may contain values. */
interface ArgumentSource {
	values: Values;
	/** The same values, with each number as a string of its digits. */
	asWritten: Values;
}

/** Returns the objects that may contain the values, the likeliest first. */
function findSources(
	{ payload, payloadAsWritten, query }: FunctionCall,
	parameters: FunctionParameter[],
): ArgumentSource[] {
	const inQuery = { values: query, asWritten: query };
	if (!isRecord(payload) || !isRecord(payloadAsWritten)) return [inQuery];
	const inBody = { values: payload, asWritten: payloadAsWritten };
	const inNestedObjects = Object.entries(payload).flatMap(([name, values]) => {
		const asWritten = payloadAsWritten[name];
		return isRecord(values) && isRecord(asWritten) ? [{ name, values, asWritten }] : [];
	});
	// The fields beside `arguments` say something about the call, such as the name of the function.
	const isWrapperDeclared = parameters.some(({ name }) => name === WRAPPER);
	const wrapper = inNestedObjects.find(({ name }) => name === WRAPPER) ?? parseWrapper(payload);
	if (wrapper && (!isWrapperDeclared || isGiven(wrapper.values, WRAPPER))) return [wrapper, inQuery];
	const required = parameters.filter((parameter) => parameter.required);
	const holds = ({ values }: ArgumentSource) =>
		required.length > 0
			? required.every(({ name }) => isGiven(values, name))
			: parameters.some(({ name }) => isGiven(values, name));
	if (holds(inBody)) return [inBody, inQuery];
	const [container, ...others] = inNestedObjects.filter(holds);
	// Of several, none is more likely than another.
	return container && others.length === 0 ? [container, inBody, inQuery] : [inBody, inQuery];
}

/** Returns the object `arguments` where it is JSON text, as the APIs of language models give it. */
function parseWrapper(payload: Values): ArgumentSource | undefined {
	const text = Object.hasOwn(payload, WRAPPER) ? payload[WRAPPER] : undefined;
	if (typeof text !== 'string') return undefined;
	const [values, asWritten] = [parseExactJson(text), parseExactJson(text, 'asWritten')];
	return isRecord(values) && isRecord(asWritten) ? { values, asWritten } : undefined;
}

/**
 * Tells whether there is a value of this name. It looks at own properties only, so that `constructor` and `__proto__`
 * are names like any other. An empty string is not a value.
 */
const isGiven = (values: Values, name: string): boolean =>
	Object.hasOwn(values, name) &&
	!hasNoValue(values[name]) &&
	!(typeof values[name] === 'string' && values[name].trim() === '');

const NUMBER = /^[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i;

/** Parsers by the type of a parameter. Each returns undefined for a value of another type. */
const PARSERS: Record<ParameterType, (value: unknown) => unknown> = {
	array: (value) => parseJsonAs(value, Array.isArray),
	boolean: (value) => findValid(parseBooleanValue(value)),
	integer: (value) => findValid(parseIntegerValue(value)),
	number: parseNumberArgument,
	object: (value) => parseJsonAs(value, isRecord),
	string: (value) => findValid(parseTextValue(value)),
};

const UNREADABLE_NOTES: Record<ParameterType, string> = {
	array: 'is not a list',
	boolean: 'is neither true nor false',
	integer: `is not a whole number of at most ${Number.MAX_SAFE_INTEGER}`,
	number: `is not a number of at most ${Number.MAX_SAFE_INTEGER}`,
	object: 'is not an object',
	string: 'is not text',
};

function parseNumberArgument(value: unknown): number | undefined {
	const text =
		typeof value === 'number' || typeof value === 'string' ? toAsciiDigits(String(value).trim()) : '';
	const number = NUMBER.test(text) ? Number(text) : NaN;
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** Parses a list or an object, which an agent may also send as JSON text. */
function parseJsonAs(value: unknown, hasType: (value: unknown) => boolean): unknown {
	const parsed = typeof value === 'string' ? parseExactJson(value) : value;
	return hasType(parsed) ? parsed : undefined;
}
