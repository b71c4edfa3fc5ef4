import { isRecord } from '../text/json';

/** The words of the service in an error response. */
interface ErrorWords {
	/** Empty when the body has none. */
	message: string;
	/** As in `{error: {code, message}}`. */
	code?: string;
	detail?: string;
}

/** The longest text that is kept: some services answer with a whole log. */
const MAX_LENGTH = 2000;

/** The fields in which a body, or the error in it, says more. */
const DETAIL_FIELDS = ['detail', 'details', 'errors'];

/** The fields of an entry of such a list that hold its words, and those that name the field it is about. */
const WORD_FIELDS = ['msg', 'message', 'detail', 'error', 'title', 'reason', 'description'];
const PATH_FIELDS = ['loc', 'path', 'field', 'param', 'property', 'pointer', 'name'];

/** Parts of a request, which a list of locations may begin with; a request of ours is all body. */
const REQUEST_PARTS = new Set<unknown>(['body', 'data']);

/**
 * The words of a refusal: both body shapes of interface section 7,
 * `{error: {code, message}}` and `{error, detail}`, and what servers and gateways answer
 * otherwise: lists of errors, a message alone, plain text.
 * @param body The parsed JSON; undefined if the text is not JSON.
 */
export function readErrorWords(body: unknown, text: string): ErrorWords {
	if (!isRecord(body)) return { message: cut(Array.isArray(body) ? listed(body) : plainText(body, text)) };
	const { error } = body;
	const described = isRecord(error) ? error : body;
	const message = (isRecord(error) ? '' : worded(error)) || firstText([described.message]);
	const details = [body, ...(described === body ? [] : [described])].flatMap((part) =>
		DETAIL_FIELDS.map((field) => worded(part[field])),
	);
	const all = new Set([...details, namedFailedDeliveries(body.deliveries)]);
	const detail = [...all].filter((one) => one !== '' && one !== message).join('; ');
	return {
		message: cut(message || detail),
		...(isRecord(error) && typeof error.code === 'string' && { code: error.code }),
		...(message !== '' && detail !== '' && { detail: cut(detail) }),
	};
}

/**
 * Says why a skill has not reached its channels: an execution says so
 * in its deliveries (interface section 4).
 */
const namedFailedDeliveries = (deliveries: unknown): string =>
	(Array.isArray(deliveries) ? deliveries.filter(isRecord) : [])
		.filter(({ error }) => typeof error === 'string' && error !== '')
		.map(({ to, channel, error }) => `${String(to ?? channel)}: ${String(error)}`)
		.join('; ');

/** Tells whether a body has one of the shapes of interface section 7; another server does not know them. */
export const hasServiceForm = (body: unknown): boolean =>
	isRecord(body) &&
	(typeof body.error === 'string' ||
		(isRecord(body.error) && ('message' in body.error || 'code' in body.error)));

/** A web page says nothing in words, nor does JSON that was cut off. */
function plainText(body: unknown, text: string): string {
	if (typeof body === 'string') return body.trim();
	return /^[<{[]/.test(text) ? '' : text;
}

/** Returns the words of a text, an entry, a list of entries, or texts by their fields. */
function worded(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	if (Array.isArray(value)) return listed(value);
	if (!isRecord(value)) return '';
	const words = firstText(WORD_FIELDS.map((field) => value[field]));
	if (words === '') return fieldsWorded(value);
	const path = PATH_FIELDS.map((field) => locationInWords(value[field])).find((one) => one !== '');
	return path === undefined ? words : `${path}: ${words}`;
}

const listed = (entries: unknown[]): string =>
	entries
		.map(worded)
		.filter((words) => words !== '')
		.join('; ');

/** `{"phone_number": ["is invalid"]}` */
const fieldsWorded = (fields: Record<string, unknown>): string =>
	Object.entries(fields)
		.map(([field, value]) => [field, Array.isArray(value) ? value.map(worded).join(', ') : worded(value)])
		.filter(([, words]) => words !== '')
		.map((pair) => pair.join(': '))
		.join('; ');

/** `["body", "recipients", 0, "phone_number"]` -> `recipients[0].phone_number` */
function locationInWords(location: unknown): string {
	if (typeof location === 'string') return location;
	if (!Array.isArray(location)) return '';
	const steps = location.filter((step) => typeof step === 'string' || typeof step === 'number');
	if (steps.length > 1 && REQUEST_PARTS.has(steps[0])) steps.shift();
	return steps
		.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`))
		.join('');
}

const firstText = (values: unknown[]): string =>
	values
		.filter((value) => typeof value === 'string')
		.map((value) => value.trim())
		.find((value) => value !== '') ?? '';

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text);
