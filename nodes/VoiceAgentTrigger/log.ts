import type { FunctionsBase } from 'n8n-workflow';

import { withoutSecrets } from '../shared/client/secrets';
import { InvalidParameterError } from '../shared/parameters/invalidParameterError';

/** Logs under the name of the node. */
export function logEvent(
	context: Pick<FunctionsBase, 'getNode' | 'logger'>,
	level: 'info' | 'warn',
	text: string,
): void {
	context.logger[level](`Voice Agent Trigger "${context.getNode().name}": ${text}`);
}

/** What was caught, in one text without secrets: with the class of the error, unless it speaks to the user. */
export const toLogText = (caught: unknown): string =>
	withoutSecrets(caught instanceof InvalidParameterError ? caught.fullText : String(caught));
