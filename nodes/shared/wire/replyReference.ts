import { isRecord, parseJson } from '../json';
import { METADATA_FIELD } from './undocumentedNames';

/**
 * The field of a message's metadata by which its reply finds the execution that waits for it: the service echoes metadata on the
 * `chatapp.received` event of the reply (interface sections 4 and 6).
 */
export const REPLY_FIELD = 'n8nReplyTo';

/**
 * The end of a resume URL as n8n signs it: execution, node, which question it is, how often that was repeated, signature. Nothing in
 * it can lead to another path or host, nor to an execution that n8n cannot have numbered.
 */
const REFERENCE = /^\d{1,19}\/[\w-]{1,128}\?question=[0-9a-f]{32}&repeated=\d{1,3}&signature=[0-9a-f]{64}$/;

const isReference = (value: unknown): value is string => typeof value === 'string' && REFERENCE.test(value);

/**
 * What a message carries so that its reply finds the execution; undefined for a URL of another form.
 * @param resumeUrl As n8n's `getSignedResumeUrl()` gives it.
 */
export function referenceIn(resumeUrl: string): string | undefined {
	const [address = '', query = ''] = resumeUrl.split('?', 2);
	const reference = `${address.split('/').slice(-2).join('/')}?${query}`;
	return isReference(reference) ? reference : undefined;
}

/** The ID of the execution that a reference names. */
export const executionIn = (reference: string): string => reference.split('/', 1)[0] ?? '';

/** The part of a reference that names one question of one execution, however often that is repeated. */
export const questionIn = (reference: string): string => reference.split('&', 1)[0] ?? '';

/** The most references of one event that are tried: each is a request to n8n. */
const MOST_REFERENCES = 10;

/** An event's payload, and the references that it carried. */
export interface Reply {
	/** The payload without the references. */
	payload: unknown;
	/** In the order of the payload: an event may also quote older messages. Those that n8n cannot have made are left out. */
	references: string[];
}

/**
 * Takes the references out of a payload, wherever the account puts metadata (it is not shown where), also as JSON text. One in any
 * other text does not count: whoever writes a message decides what is in that.
 */
export function replyIn(payload: unknown): Reply {
	if (!isRecord(payload)) return { payload, references: [] };
	const found = new Set<unknown>();
	const rest = withoutReferences(payload, found);
	return { payload: rest, references: [...found].filter(isReference).slice(0, MOST_REFERENCES) };
}

/** The record without {@link REPLY_FIELD} at any depth; adds the values of that field to `found`. */
function withoutReferences(record: Record<string, unknown>, found: Set<unknown>): unknown {
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
			? JSON.stringify(withoutReferences(metadata, found))
			: value;
	});
}
