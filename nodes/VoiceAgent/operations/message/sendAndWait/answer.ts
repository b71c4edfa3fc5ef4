import type { IDataObject } from 'n8n-workflow';

import { readChoice } from './choice';
import { readYesOrNo, type YesOrNo } from './yesOrNo';

/** What a person may answer. */
export type Expected =
	/** Anything. */
	| { kind: 'freeText' }
	| ({ kind: 'approval' } & YesOrNo)
	/** One of these. */
	| { kind: 'choice'; choices: string[] };

/** What an answer means. */
export interface Answer {
	/** Whether it is one of those that were asked for. */
	isClear: boolean;
	/** What the node puts out as `data`. */
	data: IDataObject;
}

/** Reads a person's text as an answer. */
export function answerTo(expected: Expected, text: string): Answer {
	switch (expected.kind) {
		case 'freeText':
			return { isClear: true, data: { text, clear: true } };
		case 'choice': {
			const choice = readChoice(text, expected.choices);
			const isClear = choice !== undefined;
			return { isClear, data: { text, ...(isClear && { choice }), clear: isClear } };
		}
		case 'approval': {
			const { approved, isPlain } = readYesOrNo(text, expected);
			const isClear = approved !== undefined;
			// n8n hands what has this name to an AI agent as the reason why its tool must not run.
			const isReason = !approved && !isPlain && text.trim() !== '';
			return {
				isClear,
				data: { text, ...(isClear && { approved }), clear: isClear, ...(isReason && { chatInput: text }) },
			};
		}
	}
}
