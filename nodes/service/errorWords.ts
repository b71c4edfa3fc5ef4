import { isRecord } from '../text/json';

/** What the service says in an error response. */
interface ErrorWords {
	/** Empty when the body has none. */
	message: string;
	/** As in `{error: {code, message}}`. */
	code?: string;
	detail?: string;
}

/** The fields in which a body, or the error in it, gives details. */
const DETAIL_FIELDS = ['message', 'msg', 'error_description', 'detail', 'details', 'errors'];

/**
 * Reads the error message of a refusal in the two forms of the service, `{error: {code, message}}` and `{error,
 * detail}`, and in those of other servers and gateways. A message that is neither a string nor in one of these forms
 * is given as JSON.
 * @param body The parsed JSON; undefined if the text is not JSON.
 */
export function readErrorWords(body: unknown, text: string): ErrorWords {
	if (!isRecord(body)) return { message: readPlainWords(body, text) };
	const { error } = body;
	const described = isRecord(error) ? error : body;
	const ownWords = isRecord(error) ? '' : toWords(error);
	const words = [described, body].flatMap((part) => DETAIL_FIELDS.map((field) => toWords(part[field])));
	const [message = '', ...details] = new Set(
		[ownWords, ...words, describeFailedDeliveries(body.deliveries)].filter((one) => one !== ''),
	);
	return {
		message,
		...(isRecord(error) && typeof error.code === 'string' && { code: error.code }),
		...(details.length > 0 && { detail: details.join('; ') }),
	};
}

/** Says why a skill has not reached its channels, which an execution tells in its deliveries. */
const describeFailedDeliveries = (deliveries: unknown): string =>
	(Array.isArray(deliveries) ? deliveries.filter(isRecord) : [])
		.filter(({ error }) => typeof error === 'string' && error !== '')
		.map(({ to, channel, error }) => `${String(to ?? channel)}: ${String(error)}`)
		.join('; ');

/** Tells whether a body has one of the two forms in which the service reports errors; other servers do not know them. */
export const hasServiceForm = (body: unknown): boolean =>
	isRecord(body) &&
	(typeof body.error === 'string' ||
		(isRecord(body.error) && ('message' in body.error || 'code' in body.error)));

/** Reads a message from a body without fields. A web page contains none, and neither does JSON that was cut off. */
function readPlainWords(body: unknown, text: string): string {
	if (body !== undefined) return toWords(body);
	return /^[<{[]/.test(text) ? '' : text;
}

/**
 * The fields in which servers that validate requests repeat what was sent, such as pydantic. It may be a secret: the
 * value of a header of a custom function, or a password.
 */
const ECHO_FIELDS = ['input', 'value', 'ctx'];

/**
 * Returns a value as text. Lists and objects, in which servers name wrong fields, are given as JSON, without what was
 * sent.
 */
function toWords(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	const isFilled = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
	return isFilled
		? JSON.stringify(value, (name, inner: unknown) => (ECHO_FIELDS.includes(name) ? undefined : inner))
		: '';
}
