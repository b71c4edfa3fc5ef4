import { withoutSecrets } from '../client/secrets';
import { InvalidParameterError } from '../parameters/invalidParameterError';

/** What was caught, in one text without secrets: with the class of the error, unless it speaks to the user. */
export const toLogText = (caught: unknown): string =>
	withoutSecrets(caught instanceof InvalidParameterError ? caught.fullText : String(caught));
