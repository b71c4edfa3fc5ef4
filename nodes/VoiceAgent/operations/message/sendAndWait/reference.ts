import type { FunctionsBase } from 'n8n-workflow';

import { referenceIn } from '../../../../shared/wire/replyReference';
import { InvalidParameterError } from '../../../parameters/invalidParameterError';

/** Which question of an execution a reply answers, and how often that was repeated before. */
export interface AskedQuestion {
	/** 32 hexadecimal digits, by chance: a node in a loop asks one question after the other. */
	question: string;
	repeated: number;
}

type Signing = Pick<FunctionsBase, 'getNode'> & Partial<Pick<FunctionsBase, 'getSignedResumeUrl'>>;

/**
 * What the message has to carry so that its reply finds the waiting execution; signed by n8n, the question included.
 * @throws Refusal when this n8n cannot sign, or the node's ID would not fit.
 */
export function referenceTo(context: Signing, { question, repeated }: AskedQuestion): string {
	if (typeof context.getSignedResumeUrl !== 'function') {
		throw new InvalidParameterError(
			'This version of n8n cannot wait for a signed reply',
			'Update n8n to version 1.123 or newer.',
		);
	}
	const reference = referenceIn(context.getSignedResumeUrl({ question, repeated: String(repeated) }));
	if (reference !== undefined) return reference;
	throw new InvalidParameterError(
		`The ID of this node, "${context.getNode().id}", cannot be part of a reply`,
		'Copy the node, paste it and delete the first one: the copy has an ID of the usual form.',
	);
}
