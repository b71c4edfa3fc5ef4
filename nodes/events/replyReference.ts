import { isRecord, parseJson } from '../text/json';
import { METADATA_FIELD } from '../service/undocumentedNames';

/**
 * The field of a message's metadata with which its reply finds the execution that waits for it. The service repeats the
 * metadata of a message in the `chatapp.received` event of its reply (docs/maintainers/the-service.md, section 4).
 */
export const REPLY_FIELD = 'n8nReplyTo';

/**
 * The path of a resume URL below n8n's waiting webhook: the number of the execution and the ID of the node,
 * as n8n's engine gives it, or the UUID of the waiting step, as n8n's engine v2 (`@n8n/engine`) does. No host, dot
 * or escaped character is in it, so it leads to no other path.
 */
const RESUME_PATH =
	/^(?:\d{1,19}\/[\w-]{1,128}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\/[\w-]{1,128})?)$/;

/** A query of plain characters: letters, digits and their escapes, and the signs between parameters. */
const QUERY = /^[\w.~%+=&-]+$/;

/** The parameters that {@link toReplyReference} expects: which question it is, and how often that was repeated. */
const QUESTION = /^[0-9a-f]{32}$/;
const REPEAT_COUNT = /^\d{1,3}$/;

/** The fewest characters of n8n's signature or token; fewer could be guessed. */
const MIN_SIGNATURE_LENGTH = 32;

/** The most characters of a reference. */
const MAX_REFERENCE_CHARACTERS = 2_048;

/**
 * Tells whether n8n can have made the reference. n8n's signature or token can have any parameter name and form; only
 * n8n can verify it, with the path and the query exactly as they are.
 */
function isReference(value: unknown): value is string {
	if (typeof value !== 'string' || value.length > MAX_REFERENCE_CHARACTERS) return false;
	const [path = '', query = '', ...more] = value.split('?');
	if (more.length > 0 || !RESUME_PATH.test(path) || !QUERY.test(query)) return false;
	const { question = '', repeated: count = '', ...others } = Object.fromEntries(new URLSearchParams(query));
	const otherValues = Object.values(others);
	const isUnambiguous = new URLSearchParams(query).size === otherValues.length + 2;
	const hasSignature = otherValues.some((value) => value.length >= MIN_SIGNATURE_LENGTH);
	return isUnambiguous && hasSignature && QUESTION.test(question) && REPEAT_COUNT.test(count);
}

/**
 * Returns the reference that a message carries so that its reply finds the execution: the part of
 * a resume URL below n8n's waiting webhook.
 * @param resumeUrl Signed by n8n with the parameters `question` (32 hexadecimal
 * digits) and `repeated` (a number below 1000).
 * @param baseUrl The address of the waiting webhook; ends with a slash.
 * @returns undefined for a URL elsewhere, and for one that {@link extractReferences} would not accept.
 */
export function toReplyReference(resumeUrl: string, baseUrl: string): string | undefined {
	if (!resumeUrl.startsWith(baseUrl)) return undefined;
	const reference = resumeUrl.slice(baseUrl.length);
	return isReference(reference) ? reference : undefined;
}

/** Returns the ID in a reference: that of the execution, or with n8n's engine v2 that of its waiting step. */
export const getExecutionId = (reference: string): string => /^[^/?]*/.exec(reference)?.[0] ?? '';

/** Returns a key for the question that a reference names. It is the same however often that question is repeated. */
export function getQuestionKey(reference: string): string {
	const [path = '', query] = reference.split('?', 2);
	return `${path} ${new URLSearchParams(query).get('question') ?? ''}`;
}

/** The most references of one event that are tried: each is a request to n8n. */
const MAX_REFERENCES = 10;

/** An event's payload, and the references that it carried. */
export interface Reply {
	/** The payload without the references. */
	payload: unknown;
	/**
	 * In the order of the payload: an event may also quote older messages.
	 * Those that n8n cannot have made are left out.
	 */
	references: string[];
}

/**
 * Removes the references from a payload and returns both. Where metadata stands is not documented, so every depth is
 * searched, and metadata that is a JSON string is parsed. A reference in any other text does not count, since the
 * sender of a message decides what that contains.
 */
export function extractReferences(payload: unknown): Reply {
	if (!isRecord(payload)) return { payload, references: [] };
	const found = new Set<unknown>();
	const rest = removeReferences(payload, found);
	return { payload: rest, references: [...found].filter(isReference).slice(0, MAX_REFERENCES) };
}

/** Returns the record without {@link REPLY_FIELD} at any depth, and adds the values of that field to `found`. */
function removeReferences(record: Record<string, unknown>, found: Set<unknown>): unknown {
	const text = JSON.stringify(record);
	if (!text.includes(REPLY_FIELD)) return record;
	return JSON.parse(text, (name, value: unknown) => {
		if (name === REPLY_FIELD) {
			found.add(value);
			return undefined;
		}
		if (name !== METADATA_FIELD || typeof value !== 'string') return value;
		const metadata = parseJson(value);
		return isRecord(metadata) && Object.hasOwn(metadata, REPLY_FIELD)
			? JSON.stringify(removeReferences(metadata, found))
			: value;
	});
}
