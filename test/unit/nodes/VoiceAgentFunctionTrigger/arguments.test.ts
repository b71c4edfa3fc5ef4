import { readArguments } from '../../../../nodes/VoiceAgentFunctionTrigger/arguments';
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
	readArguments(
		{ payload: parseExactJson(body), payloadAsWritten: parseExactJson(body, 'asWritten'), query },
		parameters,
	);
const read = (payload: unknown, parameters = order, query = {}) =>
	readBody(JSON.stringify(payload) ?? '', parameters, query);

describe('places', () => {
	it.each(['arguments', 'parameters', 'args', 'anything'])('finds values at the top and in %s', (wrapper) => {
		const flat = { order_number: 'A-17', note: 'soon' };
		expect(read(flat)).toEqual({ values: flat, instructions: [] });
		expect(read({ call: 'c1', [wrapper]: flat })).toEqual({ values: flat, instructions: [] });
	});

	it('takes the top before what stands below, and that before the query', () => {
		expect(read({ order_number: 'top', args: { order_number: 'below' } }).values).toEqual({
			order_number: 'top',
		});
		const below = read({ args: { order_number: 'below' } }, order, { order_number: 'query', note: 'query' });
		expect(below.values).toEqual({ order_number: 'below', note: 'query' });
		expect(read({}, order, { order_number: 'query' }).values).toEqual({ order_number: 'query' });
		expect(read(null, order, { order_number: 'query' }).values).toEqual({ order_number: 'query' });
	});

	describe('of the wrapper `arguments`', () => {
		const named = [parameter('name'), parameter('note', 'string', false)];

		it('counts although a required value is missing', () => {
			const two = [parameter('order_number'), parameter('email')];
			expect(read({ call: 'c1', arguments: { email: 'a@b.example' } }, two)).toEqual({
				values: { email: 'a@b.example' },
				instructions: ['order_number is missing: ask the caller for it'],
			});
			expect(read({ arguments: { note: 'soon' } }).values).toEqual({ note: 'soon' });
		});

		it('is hidden by no field beside it', () => {
			expect(read({ name: 'check_order', arguments: { name: 'Ann' } }, named).values).toEqual({
				name: 'Ann',
			});
		});

		it.each([{}, { note: 'soon' }])('%j is not completed with what the call says about itself', (given) => {
			expect(read({ name: 'check_order', arguments: given }, named)).toEqual({
				values: given,
				instructions: ['name is missing: ask the caller for it'],
			});
		});

		it('is none if it is the parameter of that name', () => {
			const own = [parameter('arguments', 'object')];
			expect(read({ arguments: { a: 1 } }, own).values).toEqual({ arguments: { a: 1 } });
			expect(read({ arguments: { arguments: { a: 1 } } }, own).values).toEqual({ arguments: { a: 1 } });
			const two = [...own, parameter('name')];
			expect(read({ arguments: { name: 'x' }, name: 'Ann' }, two).values).toEqual({
				arguments: { name: 'x' },
				name: 'Ann',
			});
		});
	});

	it('takes what stands in the one object before the top, which lacks a required value', () => {
		const two = [parameter('name'), parameter('order_number')];
		const args = { name: 'Ann', order_number: '17' };
		expect(read({ name: 'check_order', args }, two).values).toEqual(args);
	});

	it('does not choose between two objects that both hold all required values', () => {
		expect(read({ a: { order_number: '1' }, b: { order_number: '2' } }).instructions).toHaveLength(1);
	});

	it('takes the object that holds any of the values where none is required', () => {
		const optional = [parameter('note', 'string', false), parameter('when', 'string', false)];
		expect(read({ call: { id: 'c1' }, args: { note: 'soon' } }, optional).values).toEqual({ note: 'soon' });
	});

	it('takes no object that lacks one of several required values', () => {
		const two = [parameter('order_number'), parameter('email')];
		expect(
			read({ call: { email: 'a@b.example' }, args: { order_number: 'A-17', email: 'c@d.example' } }, two),
		).toEqual({
			values: { order_number: 'A-17', email: 'c@d.example' },
			instructions: [],
		});
	});

	it('looks no deeper than one level', () => {
		expect(read({ a: { b: { order_number: '1' } } }).values).toEqual({});
	});

	it.each([null, 'text', 7, [], [{ order_number: '1' }], undefined])('finds nothing in %j', (payload) => {
		expect(read(payload).instructions).toEqual(['order_number is missing: ask the caller for it']);
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
		['number', ' 1.5 ', 1.5],
		['number', '1e3', 1000],
		['number', '12.25', 12.25],
		['number', '.25', 0.25],
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
		['number', 'NaN', 'x is not a number of at most 9007199254740991: ask the caller for it again'],
		['number', '0x10', 'x is not a number of at most 9007199254740991: ask the caller for it again'],
		['number', '1e999', 'x is not a number of at most 9007199254740991: ask the caller for it again'],
		['boolean', 'maybe', 'x is neither true nor false: ask the caller for it again'],
		['array', '{}', 'x is not a list: ask the caller for it again'],
		['object', '[1]', 'x is not an object: ask the caller for it again'],
		['object', '{', 'x is not an object: ask the caller for it again'],
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
		['number', '1.10', 1.1],
		['array', '[940011020088123456,1.10]', ['940011020088123456', 1.1]],
		['array', '"[940011020088123456]"', ['940011020088123456']],
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
	expect(read({ order_number: given }).instructions).toEqual([
		'order_number is missing: ask the caller for it',
	]);
});

it('asks for several values at once', () => {
	const questions = (count: number) =>
		read(
			{},
			['a', 'b', 'c'].slice(0, count).map((name) => parameter(name)),
		).instructions;
	expect(questions(2)).toEqual(['a and b are missing: ask the caller for them']);
	expect(questions(3)).toEqual(['a, b and c are missing: ask the caller for them']);
});
