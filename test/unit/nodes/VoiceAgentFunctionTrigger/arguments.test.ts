import { parseArguments } from '../../../../nodes/VoiceAgentFunctionTrigger/arguments';
import type { FunctionParameter, ParameterType } from '../../../../nodes/parameters/functionFields';
import { parseExactJson } from '../../../../nodes/text/json';

const parameter = (name: string, type: ParameterType = 'string', required = true): FunctionParameter => ({
	name,
	type,
	description: '',
	required,
});
const order = [parameter('order_number'), parameter('note', 'string', false)];
const readBody = (body: string, parameters = order, query = {}) =>
	parseArguments(
		{ payload: parseExactJson(body), payloadAsWritten: parseExactJson(body, 'asWritten'), query },
		parameters,
	);
const read = (payload: unknown, parameters = order, query = {}) =>
	readBody(JSON.stringify(payload) ?? '', parameters, query);

const ORDER_MISSING = 'order_number is missing: ask the caller for it';

describe('places', () => {
	const flat = { order_number: 'A-17', note: 'soon' };
	const withEmail = [parameter('order_number'), parameter('email')];
	const named = [parameter('name'), parameter('note', 'string', false)];
	const nameAndOrder = [parameter('name'), parameter('order_number')];
	const own = [parameter('arguments', 'object')];
	const ann = { name: 'Ann', order_number: '17' };

	it.each<[string, unknown, object, FunctionParameter[]?]>([
		['at the top', flat, flat],
		['in arguments', { call: 'c1', arguments: flat }, flat],
		['in any object', { call: 'c1', anything: flat }, flat],
		['at the top before below', { order_number: 'a', args: { order_number: 'b' } }, { order_number: 'a' }],
		['in incomplete arguments', { arguments: { note: 'soon' } }, { note: 'soon' }],
		['in arguments alone', { order_number: 'a', arguments: { email: 'b' } }, { email: 'b' }, withEmail],
		['in arguments beside another', { name: 'f', arguments: { name: 'Ann' } }, { name: 'Ann' }, named],
		['in empty arguments', { name: 'f', arguments: {} }, {}, named],
		['in arguments as JSON text', { name: 'f', arguments: JSON.stringify(flat) }, flat],
		['in arguments as JSON text alone', { arguments: '{"email":"b"}' }, { email: 'b' }, withEmail],
		['beside arguments that are no object', { order_number: 'a', arguments: '[1]' }, { order_number: 'a' }],
		['of the name arguments as JSON text', { arguments: '{"a":1}' }, { arguments: { a: 1 } }, own],
		['of the name arguments', { arguments: { a: 1 } }, { arguments: { a: 1 } }, own],
		['of that name, wrapped', { arguments: { arguments: { a: 1 } } }, { arguments: { a: 1 } }, own],
		['below where the top lacks one', { name: 'f', args: ann }, ann, nameAndOrder],
		['in none of two objects', { a: { order_number: '1' }, b: { order_number: '2' } }, {}],
		['no deeper than one level', { a: { b: { order_number: '1' } } }, {}],
	])('finds values %s, and asks for one that is missing', (_, payload, values, parameters = order) => {
		const missing = parameters.filter(({ name, required }) => required && !(name in values));
		const instructions = missing.map(({ name }) => `${name} is missing: ask the caller for it`);
		expect(read(payload, parameters)).toEqual({ values, instructions });
	});

	it('takes values from the query that the body does not have', () => {
		const query = { order_number: 'query', note: 'query' };
		expect(read({ args: { order_number: 'below' } }, order, query).values).toEqual({
			order_number: 'below',
			note: 'query',
		});
		for (const body of [{}, null]) expect(read(body, order, query).values).toEqual(query);
	});

	it.each([null, 'text', 7, [], [{ order_number: '1' }], undefined])('finds nothing in %j', (payload) => {
		expect(read(payload).instructions).toEqual([ORDER_MISSING]);
	});

	it('takes own fields only', () => {
		const names = ['constructor', 'to_string', 'valueof'].map((name) => parameter(name));
		expect(read({}, names).values).toEqual({});
		const payload: unknown = JSON.parse('{"__proto__":{"order_number":"1"},"constructor":"mine"}');
		expect(read(payload, [parameter('constructor')]).values).toEqual({ constructor: 'mine' });
		expect(({} as Record<string, unknown>).order_number).toBeUndefined();
	});
});

describe('types', () => {
	it.each<[ParameterType, unknown, unknown]>([
		['string', ' A-17 ', 'A-17'],
		['string', 17, '17'],
		['integer', '17', 17],
		['number', '1.5', 1.5],
		['number', '१.५', 1.5],
		['integer', '٢', 2],
		['number', '1e3', 1000],
		['number', '25e-10', 25e-10],
		['number', -2, -2],
		['boolean', 'TRUE', true],
		['boolean', 0, false],
		['array', '[1]', [1]],
		['array', [], []],
		['object', '{"a":1}', { a: 1 }],
		['object', { a: 1 }, { a: 1 }],
	])('reads a %s from %j', (type, given, value) => {
		expect(read({ x: given }, [parameter('x', type)])).toEqual({ values: { x: value }, instructions: [] });
	});

	it.each<[ParameterType, unknown, string]>([
		['string', { a: 1 }, 'x is not text: ask the caller for it again'],
		['integer', '1.5', 'x is not a whole number of at most 9007199254740991: ask the caller for it again'],
		['number', '1,5', 'x is not a number of at most 9007199254740991: ask the caller for it again'],
		['number', '0x10', 'x is not a number of at most 9007199254740991: ask the caller for it again'],
		['boolean', 'maybe', 'x is neither true nor false: ask the caller for it again'],
		['array', '{}', 'x is not a list: ask the caller for it again'],
		['object', '[1]', 'x is not an object: ask the caller for it again'],
	])('does not take for a %s %j', (type, given, question) => {
		expect(read({ x: given }, [parameter('x', type)])).toEqual({ values: {}, instructions: [question] });
		expect(read({ x: given }, [parameter('x', type, false)])).toEqual({ values: {}, instructions: [] });
	});
});

describe('digits', () => {
	it.each(['940011020088123456', '9400110200881234567890', '-940011020088123456', '1.10', '1e3'])(
		'a text has the digits of the number %s as they were written',
		(digits) => {
			for (const given of [digits, JSON.stringify(digits)]) {
				for (const body of [`{"order_number":${given}}`, `{"id":1,"arguments":{"order_number":${given}}}`]) {
					expect(readBody(body).values).toEqual({ order_number: digits });
				}
				expect(readBody(`{"id":1,"any":{"order_number": ${given} }}`).values).toEqual({
					order_number: digits,
				});
			}
		},
	);

	it.each<[ParameterType, string, unknown]>([
		['integer', '9007199254740991', 9007199254740991],
		['number', '-9007199254740991', -9007199254740991],
		['array', '[940011020088123456,1.10]', ['940011020088123456', 1.1]],
		['object', '{"a":940011020088123456}', { a: '940011020088123456' }],
	])('of a %s: %s', (type, given, value) => {
		expect(readBody(`{"x":${given}}`, [parameter('x', type)]).values).toEqual({ x: value });
	});

	it.each<[ParameterType, string]>([
		['integer', 'is not a whole number of at most 9007199254740991'],
		['number', 'is not a number of at most 9007199254740991'],
	])('that no %s can hold are refused, and the agent is told', (type, words) => {
		for (const given of ['9007199254740992', '-940011020088123456', '"940011020088123456"', '1e22']) {
			expect(readBody(`{"x":${given}}`, [parameter('x', type)])).toEqual({
				values: {},
				instructions: [`x ${words}: ask the caller for it again`],
			});
		}
	});
});

it.each(['', '  ', null])('takes %j for no value', (given) => {
	expect(read({ order_number: given }).instructions).toEqual([ORDER_MISSING]);
});

it('asks for several values at once', () => {
	const instructions = (count: number) =>
		read(
			{},
			['a', 'b', 'c'].slice(0, count).map((name) => parameter(name)),
		).instructions;
	expect(instructions(2)).toEqual(['a and b are missing: ask the caller for them']);
	expect(instructions(3)).toEqual(['a, b and c are missing: ask the caller for them']);
});
