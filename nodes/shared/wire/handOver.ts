import type { IDataObject } from 'n8n-workflow';

/** How the trigger hands a reply over to the execution that waits for it, within one n8n. */
export interface ReplyHandover {
	/** Of the event, without what it took to find the execution. */
	payload: IDataObject;
	/** When the event arrived, ISO 8601. */
	receivedAt: string;
}

/** The execution goes on with the reply. */
export const RESUMED = { reply: 'resumed' } as const;

/** The reply was not clear: the person has been asked again, and the execution goes on waiting. */
export const ASKED_AGAIN = { reply: 'asked again' } as const;

/** What the waiting node answers, with status 404, to a reply to another of its questions. */
export const ANOTHER_QUESTION = { message: 'The execution waits for another reply' } as const;
