import type { IDataObject } from 'n8n-workflow';

/** The body by which the trigger hands a reply over to the waiting execution, within one n8n. */
export interface ReplyHandover {
	/** The payload of the event, without the references. */
	payload: IDataObject;
	/** The time at which the event arrived, ISO 8601. */
	receivedAt: string;
}

/** The answer of the waiting node when the execution goes on with the reply. */
export const RESUMED = { reply: 'resumed' } as const;

/**
 * The answer when the reply was not clear: the person has been asked
 * again, and the execution goes on waiting.
 */
export const ASKED_AGAIN = { reply: 'asked again' } as const;

/** The answer of the waiting node, with status 404, to a reply to another of its questions. */
export const ANOTHER_QUESTION = { message: 'The execution waits for another reply' } as const;
