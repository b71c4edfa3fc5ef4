import { isRecord } from '../json';

/**
 * The field of a message's metadata by which its reply finds the execution that waits for it: the service echoes metadata on the
 * `chatapp.received` event of the reply (interface sections 4 and 6).
 */
export const REPLY_FIELD = 'n8nReplyTo';

/**
 * The end of a resume URL as n8n signs it: execution, node, which question it is, how often that was repeated, signature. Nothing in
 * it can lead to another path or host.
 */
const REFERENCE =
	/^[\w-]{1,64}\/[\w-]{1,128}\?question=[0-9a-f]{32}&repeated=\d{1,3}&signature=[0-9a-f]{64}$/;

const isReference = (value: unknown): value is string => typeof value === 'string' && REFERENCE.test(value);

/** A resume URL, apart: what is this instance's own, and what a message carries. */
export interface ResumeUrl {
	/** Ends with a slash. */
	base: string;
	/** As {@link REPLY_FIELD} holds it; undefined for a URL of another form. */
	reference: string | undefined;
}

/** @param url As n8n's `getSignedResumeUrl()` gives it. */
export function resumeUrlOf(url: string): ResumeUrl {
	const [address = '', query = ''] = url.split('?', 2);
	const path = address.split('/');
	const reference = `${path.slice(-2).join('/')}?${query}`;
	return {
		base: `${path.slice(0, -2).join('/')}/`,
		reference: isReference(reference) ? reference : undefined,
	};
}

/** An event's payload, and the reference that it carried. */
export interface Reply {
	/** The payload without the reference. */
	payload: unknown;
	/** Undefined when there was none, or one that n8n cannot have made. */
	reference: string | undefined;
}

/**
 * Takes the reference out of a payload, wherever the account puts metadata (it is not shown where). One in a text does not count:
 * whoever writes a message decides what is in that.
 */
export function replyIn(payload: unknown): Reply {
	if (!isRecord(payload)) return { payload, reference: undefined };
	const text = JSON.stringify(payload);
	if (!text.includes(`"${REPLY_FIELD}"`)) return { payload, reference: undefined };
	const found: unknown[] = [];
	const rest: unknown = JSON.parse(text, (name, value: unknown) => {
		if (name !== REPLY_FIELD) return value;
		found.push(value);
		return undefined;
	});
	return { payload: rest, reference: found.find(isReference) };
}
