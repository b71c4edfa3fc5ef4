import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { getOrigin, type Connection, type CredentialType } from './credentials';
import { assess, type ErrorReason, type ErrorResponse, type Failure } from './failure';
import type { ErrorReport, FailedRequest } from './errors';
import { readRetryAfter, RETRY_LIMITS } from './retry';
import { withoutSecrets } from './secrets';

/** The parts of a message that only the caller knows. */
export interface MessageContext {
	/** True if the message is about a list to choose from in the panel, and not about a node that runs. */
	isForList?: boolean;
	/**
	 * Tells how to find out whether the request was processed; left out for
	 * a request that can simply be sent again.
	 */
	ifOutcomeUnknown?: string;
	/** Tells how to go on if the service does not know the ID: the operation knows where its IDs come from. */
	ifNotFound?: string;
	/** Tells how to go on after an error response that the operation knows more about. */
	adviseOn?: (response: ErrorResponse) => string | undefined;
	/** Replaces the names of fields in a message of the service by their labels in the panel. */
	withLabels?: (message: string) => string;
}

/** The credential that the request was sent with. */
export interface MessageSource {
	credentialType: CredentialType;
	connection: Connection;
	credential: ICredentialDataDecryptedObject;
}

interface MessageParts extends MessageContext {
	source: MessageSource;
	isOutcomeKnown: boolean;
}

type ErrorText = Pick<ErrorReport, 'message' | 'description'>;

/** Describes a failed request from the failure alone, so that no header and no key can come along. */
export function describeFailure(
	{ failure, retries, isOutcomeKnown }: FailedRequest,
	source: MessageSource,
	messages: MessageContext = {},
): ErrorReport {
	const context = { ...messages, source, isOutcomeKnown };
	const { message, description } = messageFor(failure, context);
	const sentences = [
		description,
		!isOutcomeKnown && messages.ifOutcomeUnknown,
		retries > 0 && `Tried ${retries + 1} times.`,
	];
	const { code, ...status } = readStatus(failure);
	return {
		message: withoutSecrets(message, source.credential),
		description: withoutSecrets(sentences.filter(Boolean).join(' '), source.credential),
		...status,
		...(code !== undefined && { code: withoutSecrets(code, source.credential) }),
	};
}

function readStatus(failure: Failure): { statusCode?: number; code?: string } {
	if (failure.kind === 'notLoggedIn') return readStatus(failure.cause);
	if (failure.kind === 'invalidBody') return { statusCode: failure.status };
	if (failure.kind !== 'errorResponse') return {};
	const { status, code } = failure;
	return { statusCode: status, code };
}

/** Says that the request may have been processed and was therefore not repeated. */
const OUTCOME_UNKNOWN = 'It is unknown whether the request was carried out, so it was not sent again.';

function messageFor(failure: Failure, context: MessageParts): ErrorText {
	switch (failure.kind) {
		case 'errorResponse':
			return messageForErrorResponse(failure, context);
		case 'notLoggedIn':
			return messageForLogIn(failure.cause, context);
		case 'notConnected':
			return {
				message: `The service could not be reached: ${failure.reason}`,
				description: `Check the 'Base URL' in the credential (${getOrigin(context.source.connection.baseUrl)}) and whether the service is up.${nothingSent(context)}`,
			};
		case 'timeout':
		case 'networkError':
			return {
				message:
					failure.kind === 'timeout'
						? 'The service did not answer in time'
						: 'The connection ended before the service answered',
				description: context.ifOutcomeUnknown
					? OUTCOME_UNKNOWN
					: context.isForList
						? `${repeat(context)}.`
						: "Run the node again, or set a longer 'Timeout (Ms)' in its options.",
			};
		case 'unknown':
			return {
				message: 'The request ended without an answer',
				description: context.ifOutcomeUnknown ? OUTCOME_UNKNOWN : `${repeat(context)}.`,
			};
		case 'invalidBody':
			return messageForUnreadable(failure, context);
		case 'missingData':
			return messageForIncomplete(failure, context);
		case 'redirect':
			return messageForRedirect(failure.location, context);
		case 'cancelled':
			return {
				message: 'The execution was canceled',
				description: failure.sent
					? context.ifOutcomeUnknown
						? 'The request was under way: it is unknown whether it was carried out.'
						: 'The request was under way and was given up.'
					: context.isOutcomeKnown
						? 'The request was not sent.'
						: 'The request was not sent again.',
			};
	}
}

function messageForRedirect(location: string, { source }: MessageParts): ErrorText {
	const [own, other] = [getOrigin(source.connection.baseUrl), getOrigin(location, source.connection.baseUrl)];
	if (own === other) {
		return {
			message: 'The service redirects to another path',
			description: `Its server (${own}) is the one of the 'Base URL' in the credential. Check the path of the 'Base URL', and whether the server asks for a log-in first. The request was not carried out.`,
		};
	}
	return {
		message: 'The service answers at another address',
		description: `The 'Base URL' in the credential redirects to ${other}. If that is your service, enter that address. The key was not sent there.`,
	};
}

/** Says how to send the request again. */
const repeat = ({ isForList }: MessageParts): string =>
	isForList ? 'Open the list again' : 'Run the node again';

const lowerFirst = (text: string): string => `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`;

/** Says that the request was not sent, unless an earlier try may have been processed. */
const nothingSent = ({ isOutcomeKnown }: MessageParts): string =>
	isOutcomeKnown ? ' The request was not sent.' : '';

function messageForLogIn(cause: Failure, context: MessageParts): ErrorText {
	if (cause.kind === 'errorResponse' && longWait(cause) === undefined) {
		const { reason } = assess(cause);
		if (reason === 'unauthorized' || reason === 'invalid' || reason === 'forbidden') {
			return {
				message: 'The service did not accept the credential',
				description: `The email, the password or the anon key is wrong. Open the credential, correct it and test it.${nothingSent(context)}`,
			};
		}
	}
	const ownWords = { ifOutcomeUnknown: undefined, ifNotFound: undefined, adviseOn: undefined };
	const { message } = messageFor(cause, { ...context, ...ownWords });
	return {
		message: `Logging in to the service did not work: ${lowerFirst(message)}`,
		description: `Check the credential (${getOrigin(context.source.connection.baseUrl)}), or ${lowerFirst(repeat(context))} later.${nothingSent(context)}`,
	};
}

function messageForErrorResponse(response: ErrorResponse, context: MessageParts): ErrorText {
	const { reason } = assess(response);
	const { message, detail } = response;
	const withLabels = context.withLabels ?? ((text: string) => text);
	const advice = context.adviseOn?.(response) ?? response.advice ?? adviceFor(response, context);
	const ownMessage = OWN_MESSAGES[reason];
	const said = [SAYS_NO_MORE.test(message) && ownMessage ? '' : message, detail ?? ''].filter(Boolean);
	const words = withLabels(said.map((text) => text.replace(/[.\s]+$/, '')).join(': '));
	if (!ownMessage) return { message: words || defaultMessage(reason, response), description: advice };
	return { message: ownMessage, description: words ? `${words}. ${advice}` : advice };
}

/** Our own words for reasons for which those of a server do not say what happened to the node. */
const OWN_MESSAGES: Partial<Record<ErrorReason, string>> = {
	unauthorized: 'The service did not accept the credential',
	wrongAddress: "The 'Base URL' leads to a server that does not know this address",
};

const SAYS_NO_MORE = /^(unauthori[sz]ed|not found)?\.?$/i;

function defaultMessage(reason: ErrorReason, { status, refusingField }: ErrorResponse): string {
	if (status < 300) {
		const where = refusingField === undefined ? '' : `: its answer has '${refusingField}'`;
		return `The service did not carry out the request${where}`;
	}
	return reason === 'notFound'
		? 'The service does not know this address or ID'
		: `The service answered with status ${status}`;
}

const NOT_ACCEPTED: Record<CredentialType, string> = {
	voiceAgentApi: 'The API key is wrong or was revoked. Open the credential, enter a working one and test it.',
	voiceAgentSessionApi:
		'The session is not accepted, or the operation works with an API key only. Open the credential and test it.',
};

/** The pause that the service asks for, in milliseconds, if it is too long to wait for. */
function longWait(response: ErrorResponse): number | undefined {
	const asked = readRetryAfter(response);
	return asked !== undefined && asked > RETRY_LIMITS.maxRetryAfterMs ? asked : undefined;
}

function adviceFor(response: ErrorResponse, context: MessageParts): string {
	const asked = longWait(response);
	if (asked !== undefined) {
		const wait = `The service asks to wait for ${durationInWords(asked)}.`;
		if (context.isOutcomeKnown) {
			return `${wait} ${repeat(context)} after that. The request was not carried out.`;
		}
		return `${wait} ${context.ifOutcomeUnknown ? OUTCOME_UNKNOWN : `${repeat(context)} after that.`}`;
	}
	switch (assess(response).reason) {
		case 'unauthorized':
			return NOT_ACCEPTED[context.source.credentialType];
		case 'unpaid':
			return `The account has too few credits, or its plan does not cover this. Buy credits with Credit > Create Top-Up Link or in the dashboard of the service, then ${lowerFirst(repeat(context))}.`;
		case 'forbidden':
			return 'The credential may not do this. Use one of an account that may.';
		case 'notFound':
			return context.ifNotFound ?? "Check the ID, and the 'Base URL' in the credential.";
		case 'wrongAddress':
			return `Check the 'Base URL' in the credential (${getOrigin(context.source.connection.baseUrl)}): the answer is not one of the service.`;
		case 'rateLimited':
			return context.isForList
				? `The service receives too many requests. ${repeat(context)} later.`
				: "The service receives too many requests. Lower 'Parallel Requests' or raise 'Max Retries' in the options, or run the node later.";
		case 'unavailable':
			return !context.isOutcomeKnown && context.ifOutcomeUnknown
				? OUTCOME_UNKNOWN
				: `The service could not do it now. ${repeat(context)} later.`;
		case 'invalid':
			if (response.status >= 300 && response.status < 400) return FROM_A_CACHE;
			if (response.status < 300 && response.message === '') {
				return 'The service gives no reason. Look in the dashboard of the service before you run the node again.';
			}
			if (context.isForList) return "Choose 'By ID' and enter the ID.";
			return response.message === ''
				? 'The service gives no reason. Check the values of the parameters, then run the node again.'
				: 'Change the value that the message names and run the node again.';
	}
}

/** The service itself answers with no 3xx status. */
const FROM_A_CACHE =
	"This comes from a cache or proxy between n8n and the service. Let it pass these requests on, or enter the address of the service itself as 'Base URL' in the credential.";

/** Writes a pause in words, e.g. `12 minutes`; rounded up. */
export function durationInWords(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1_000);
	if (seconds < 120) return `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 120) return `${minutes} minutes`;
	const hours = Math.ceil(minutes / 60);
	return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}

function messageForUnreadable(
	failure: Extract<Failure, { kind: 'invalidBody' }>,
	context: MessageParts,
): ErrorText {
	if (failure.body === 'html') {
		return {
			message: "The 'Base URL' leads to a web page instead of the service",
			description: `Check the 'Base URL' in the credential (${getOrigin(context.source.connection.baseUrl)}).`,
		};
	}
	return {
		message:
			failure.body === 'empty'
				? 'The service answered without a body'
				: 'The answer of the service was cut off',
		description: context.ifOutcomeUnknown
			? 'The status of the answer says success, but what the service did is unknown.'
			: `${repeat(context)}.`,
	};
}

function messageForIncomplete(
	{ missing, fields }: Extract<Failure, { kind: 'missingData' }>,
	{ ifOutcomeUnknown }: MessageParts,
): ErrorText {
	const names = fields.slice(0, 10).join(', ');
	const sentences = [
		`The answer has ${names ? `the fields ${names}` : 'no fields'} instead. Check that the 'Base URL' in the credential is that of the service.`,
		ifOutcomeUnknown && 'The status of the answer says success, but what the service did is unknown.',
	];
	return {
		message: `The service answered without a ${missing}`,
		description: sentences.filter(Boolean).join(' '),
	};
}
