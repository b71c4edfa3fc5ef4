import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseJson } from '../shared/text/json';
import { hasNoValue, readBoolean, readInteger, readTextField } from '../shared/parameters/readers';
import { InvalidParameterError } from '../shared/parameters/invalidParameterError';

/** The types of a parameter, and how the panel calls them. */
export const PARAMETER_TYPES = [
	{ name: 'Array', value: 'array' },
	{ name: 'Boolean', value: 'boolean' },
	{ name: 'Integer', value: 'integer' },
	{ name: 'Number', value: 'number' },
	{ name: 'Object', value: 'object' },
	{ name: 'String', value: 'string' },
] as const;

export type ParameterType = (typeof PARAMETER_TYPES)[number]['value'];

/**
 * A value that the agent collects before it calls the function: an
 * item of `body_schema` (interface section 2).
 */
export interface FunctionParameter {
	name: string;
	type: ParameterType;
	description: string;
	required: boolean;
}

/** A call of the function. */
interface FunctionCall {
	payload: unknown;
	query: IDataObject;
}

/**
 * The arguments of a call, and the sentences that tell the agent
 * which of the required ones it has to ask for.
 */
interface Arguments {
	values: IDataObject;
	questions: string[];
}

/**
 * Reads the declared parameters from a call, by their types. The interface does not show the form of a call
 * (section 4), so that a value counts wherever accounts may put it: in the object `arguments`, which then stands
 * for the whole body; at the top of the body, or in the one object in it that holds all required values; or in
 * the query.
 */
export function readArguments(call: FunctionCall, parameters: FunctionParameter[]): Arguments {
	const places = findPlaces(call, parameters);
	const values: Array<[string, unknown]> = [];
	const missing: string[] = [];
	const questions: string[] = [];
	for (const { name, type, required } of parameters) {
		const place = places.find((one) => isGiven(one, name));
		const value = place && readUnlessInvalid(() => READERS[type](place[name], name));
		if (value !== undefined) values.push([name, value]);
		else if (required && place) questions.push(`${name} ${UNREADABLE[type]}: ask the caller for it again`);
		else if (required) missing.push(name);
	}
	if (missing.length > 0) questions.unshift(askFor(missing));
	return { values: Object.fromEntries(values) as IDataObject, questions };
}

/** @throws what is no InvalidParameterError: a fault of ours is no value that the caller has to give again. */
function readUnlessInvalid(read: () => unknown): unknown {
	let caught: unknown;
	try {
		return read();
	} catch (error) {
		caught = error;
	}
	if (caught instanceof InvalidParameterError) return undefined;
	throw caught;
}

function askFor(names: string[]): string {
	const [name = '', ...others] = names;
	if (others.length === 0) return `${name} is missing: ask the caller for it`;
	return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are missing: ask the caller for them`;
}

/** The field of the body that holds the arguments where a call has other fields, too. */
const WRAPPER = 'arguments';

type Place = Record<string, unknown>;

/** The objects in which a value may stand, the likeliest first. */
function findPlaces({ payload, query }: FunctionCall, parameters: FunctionParameter[]): Place[] {
	if (!isRecord(payload)) return [query];
	// The fields beside it say something about the call, such as the name of the function.
	const isParameter = parameters.some(({ name }) => name === WRAPPER);
	const wrapped = Object.hasOwn(payload, WRAPPER) ? payload[WRAPPER] : undefined;
	if (isRecord(wrapped) && (!isParameter || isGiven(wrapped, WRAPPER))) return [wrapped, query];
	const required = parameters.filter((parameter) => parameter.required);
	const wanted = required.length > 0 ? required : parameters;
	const holdsAll = (place: Place) => wanted.every(({ name }) => isGiven(place, name));
	const holdsOne = (place: Place) => wanted.some(({ name }) => isGiven(place, name));
	const holds = required.length > 0 ? holdsAll : holdsOne;
	if (holds(payload)) return [payload, query];
	const [container, ...others] = Object.values(payload).filter(isRecord).filter(holds);
	// Of several, none is more likely than another.
	return container && others.length === 0 ? [container, payload, query] : [payload, query];
}

/**
 * By own properties only, so that `constructor` and `__proto__` are names
 * like any other. An empty text is no value.
 */
const isGiven = (place: Place, name: string): boolean =>
	Object.hasOwn(place, name) &&
	!hasNoValue(place[name]) &&
	!(typeof place[name] === 'string' && place[name].trim() === '');

const NUMBER = /^[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i;

const READERS: Record<ParameterType, (value: unknown, name: string) => unknown> = {
	array: (value, name) => readJsonAs(value, name, Array.isArray),
	boolean: readBoolean,
	integer: (value, name) => readInteger(value, name, {}),
	number: readNumberArgument,
	object: (value, name) => readJsonAs(value, name, isRecord),
	string: readTextField,
};

const UNREADABLE: Record<ParameterType, string> = {
	array: 'is not a list',
	boolean: 'is neither true nor false',
	integer: 'is not a whole number',
	number: 'is not a number',
	object: 'is not an object',
	string: 'is not a text',
};

function readNumberArgument(value: unknown, name: string): number {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	const number = NUMBER.test(text) ? Number(text) : NaN;
	if (Number.isFinite(number)) return number;
	throw new InvalidParameterError(`${name} is not a number`, '');
}

/** An agent may send a list or an object as the JSON text of it. */
function readJsonAs(value: unknown, name: string, hasType: (value: unknown) => boolean): unknown {
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	if (hasType(parsed)) return parsed;
	throw new InvalidParameterError(`${name} has another type`, '');
}
