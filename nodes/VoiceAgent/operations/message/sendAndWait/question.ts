import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readQuestion } from '../../../run/wait';
import type { Expected } from './answer';

/** A question as it was asked, kept with the execution until the reply is there. */
export interface Question {
	/** Tells it from the others that the same node asks in the same execution. */
	id: string;
	expected: Expected;
	/** The message to send after an unclear reply, and how often at most; undefined if the execution goes on with the reply. */
	askAgain: { message: string; atMost: number } | undefined;
	/** The message to send after a clear answer that is no refusal; empty for none. */
	confirm: string;
	/** Path of the event's field that holds the reply's text; empty where the node finds it. */
	textField: string;
	/** The endpoint that it was sent by, and the body without what its reply needed. */
	path: string;
	body: IDataObject;
}

/** The question that the execution waits with; undefined if there is none. */
export const readAskedQuestion = (context: IWebhookFunctions): Question | undefined =>
	readQuestion(context) as unknown as Question | undefined;
