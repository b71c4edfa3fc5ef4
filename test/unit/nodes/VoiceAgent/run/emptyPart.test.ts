import { findEmptyPart } from '../../../../../nodes/VoiceAgent/run/emptyPart';
import type { Item } from '../../../../../nodes/VoiceAgent/parameters/item';

const GONE = '{{ $json.gone }}';
const EMPTY = '{{ $json.empty }}';

/** The beginning of `{{ "{{ a }}" }}`, which is no expression by itself. */
const CUT = '{{ "{{ a }}';

/** The expressions that are evaluated, of which one has no value, and the part that is found. */
function search(template: string, text: string) {
	const evaluated: string[] = [];
	const item = {
		context: {
			getNode: () => ({ parameters: { message: `=${template}` } }),
			evaluateExpression: (expression: string) => {
				evaluated.push(expression);
				if (expression === CUT) throw new SyntaxError('Unterminated string');
				if (expression === EMPTY) return '';
				return expression === GONE ? undefined : 'a value';
			},
		},
		index: 0,
		parameters: { label: (name: string) => `'${name}'` },
		valuesRead: { message: text },
	};
	return { found: findEmptyPart(item as unknown as Item)?.expression, evaluated };
}

it.each([
	['all of the text', GONE, ''],
	['all of the text, with a value', '{{ $json.text }}', 'Hello'],
	['several expressions alone', `${GONE}{{ $json.text }}`, 'Hello'],
	['the end of a text', 'Hello {{ $json.name }}', 'Hello Ada'],
	['the beginning of a text', '{{ $json.name }}, hello', 'Ada, hello'],
	['the middle of a text', 'Hello {{ $json.name }}!', 'Hello Ada!'],
	['several parts of a text', '{{ $json.a }} and {{ $json.b }} or {{ $json.c }}', 'A and B or C'],
])('an expression that is %s is not evaluated again', (_, template, text) => {
	expect(search(template, text)).toEqual({ found: undefined, evaluated: [] });
});

it.each([
	['the end', `Hello ${GONE}`, 'Hello '],
	['the beginning', `${GONE}, hello`, ', hello'],
	['the middle', `Hello ${GONE}!`, 'Hello !'],
	['the first of several parts', `${GONE} and {{ $json.b }} or {{ $json.c }}`, ' and B or C'],
	['one of several parts', `{{ $json.a }} and ${GONE} or {{ $json.c }}`, 'A and  or C'],
	['the last of several parts', `{{ $json.a }} and {{ $json.b }} or ${GONE}`, 'A and B or '],
])('an expression without a value is found at %s of a text', (_, template, text) => {
	expect(search(template, text)).toEqual({ found: GONE, evaluated: [GONE] });
});

it('an expression whose value is an empty text is found, too', () => {
	expect(search(`Hello ${EMPTY}!`, 'Hello !')).toEqual({ found: EMPTY, evaluated: [EMPTY] });
});

it('what is no expression is not found', () => {
	expect(search(`Hello ${CUT}" }}`, 'Hello " }}')).toEqual({ found: undefined, evaluated: [CUT] });
});
