import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { getOrigin, type Connection, type CredentialType, maskSecrets } from './credentials';
import {
	assess,
	isSuccess,
	ServiceError,
	type ErrorReason,
	type ErrorResponse,
	type Failure,
	type FailureKind,
	type FailedRequest,
} from './failure';
import { MAX_INTERACTIVE_MS, findRetryAfter, RETRY_LIMITS } from './retry';
import { removeFullStop, truncate } from '../text/strings';

/** The parts of an error's text that only the caller knows. */
export interface FailureAdvice {
	/** True if a person waits for the answer in the editor; false in a run, by default. */
	isInteractive?: boolean;
	/** Tells how to find out whether the request was processed; left out for a request that can simply be sent again. */
	adviceWhenUnknown?: string;
	/** Tells how to go on if the service does not know the ID: the operation knows where its IDs come from. */
	adviceWhenNotFound?: string;
	/** Tells how to go on after an error response that the operation knows more about. */
	adviseOn?: (response: ErrorResponse) => string | undefined;
}

/** The credential that the request was sent with. */
export interface UsedCredential {
	credentialType: CredentialType;
	connection: Connection;
	credential: ICredentialDataDecryptedObject;
}

type MessageParts = FailureAdvice & { usedCredential: UsedCredential };

/** The description of a failure. */
interface FailureText {
	/** Says what happened. */
	message: string;
	/** Says what to look at. */
	check?: string;
	/** Says how to send the request again; left out of a message about a request that may have been carried out. */
	again?: string;
	statusCode?: number;
	/** The service's own code. */
	code?: string;
}

/** Creates the error for a failed request, from the failure alone, so that no header and no key can come along. */
export function createServiceError(
	problem: FailedRequest,
	usedCredential: UsedCredential,
	advice: FailureAdvice,
): ServiceError {
	const { failure, assessment, retries, isOutcomeKnown } = problem;
	const { adviceWhenUnknown } = advice;
	const { message, check, again, code, statusCode } = textFor(failure, { ...advice, usedCredential });
	const isUnsure = !isOutcomeKnown && adviceWhenUnknown !== undefined;
	const sentences = [
		check,
		...(isUnsure
			? ['It is unknown whether the request was carried out, so it was not sent again.', adviceWhenUnknown]
			: [again]),
		isOutcomeKnown && assessment.processed === 'no' && 'The request was not carried out.',
		retries > 0 && `Tried ${retries + 1} times.`,
	];
	const { credential } = usedCredential;
	const report = {
		reason: assessment.reason,
		message: maskSecrets(message, credential),
		description: maskSecrets(sentences.filter(Boolean).join(' '), credential),
		...(statusCode !== undefined && { statusCode }),
		...(code !== undefined && { code: maskSecrets(code, credential) }),
	};
	return new ServiceError(report, problem);
}

/** Says how to send a request again. In a run, some nodes have an option that helps. */
const tryAgain = ({ isInteractive }: MessageParts, change: string): string =>
	isInteractive ? 'Try again later.' : `Try again later, or ${change} where the node has this option.`;

/** Describes a request that may have been carried out, but was not answered. */
const describeMissingAnswer =
	(message: string) =>
	(_: unknown, parts: MessageParts): FailureText => ({
		message,
		again: tryAgain(parts, "set a longer 'Timeout (Ms)'"),
	});

/** The description of each kind of failure. */
const TEXTS: { [Kind in FailureKind]: (failure: Failure<Kind>, parts: MessageParts) => FailureText } = {
	errorResponse: textForErrorResponse,
	notLoggedIn: textForLogIn,
	notConnected: ({ reason }, parts) => ({
		message: `The service could not be reached: ${reason}`,
		check: `Check the 'Base URL' in the credential (${getServiceOrigin(parts)}) and whether the service is up. ${CHECK_PROXY}`,
	}),
	timeout: describeMissingAnswer('The service did not answer in time'),
	networkError: describeMissingAnswer('The connection ended before the service answered'),
	unknown: describeMissingAnswer('The request ended without an answer'),
	invalidBody: ({ body, status }) => ({
		message:
			body === 'empty' ? 'The service answered without a body' : 'The answer of the service was cut off',
		again: 'Try again.',
		statusCode: status,
	}),
	missingData: ({ fields, missing }, parts) => {
		const names = fields.slice(0, 10).join(', ');
		return {
			message: `The service answered without a ${missing}`,
			check: `The answer has ${names ? `the fields ${names} instead` : 'no fields'}. ${baseUrlAdvice(parts)}`,
		};
	},
	redirect: ({ location }, parts) => textForRedirect(location, parts),
	cancelled: () => ({ message: 'The execution was canceled' }),
};

const textFor = <Kind extends FailureKind>(failure: Failure<Kind>, parts: MessageParts): FailureText =>
	TEXTS[failure.kind](failure, parts);

const getServiceOrigin = ({ usedCredential }: MessageParts): string =>
	getOrigin(usedCredential.connection.baseUrl);

const baseUrlAdvice = (parts: MessageParts): string =>
	`Check the 'Base URL' in the credential (${getServiceOrigin(parts)}).`;

const CHECK_PROXY =
	'If n8n sends requests through a proxy, check HTTP_PROXY, HTTPS_PROXY and NO_PROXY of n8n too.';

function textForRedirect(location: string, parts: MessageParts): FailureText {
	const [own, other] = [
		getServiceOrigin(parts),
		getOrigin(location, parts.usedCredential.connection.baseUrl),
	];
	return {
		message: `The service redirects to ${own === other ? 'another path' : other}`,
		check: `The 'Base URL' in the credential (${own}) has to be the address of the service itself. Check its path too, and whether a server in between asks for a log-in. The key was not sent on.`,
	};
}

const lowerFirst = (text: string): string => `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`;

function textForLogIn({ cause }: Failure<'notLoggedIn'>, parts: MessageParts): FailureText {
	const { usedCredential } = parts;
	// The operation's advice is left out, because it concerns the request and not the log-in.
	const { message, check: _, again: __, ...status } = textFor(cause, { usedCredential });
	if (assess({ kind: 'notLoggedIn', cause }).reason === 'unauthorized') {
		return {
			message: OWN_MESSAGES.unauthorized,
			check: 'The email, the password or the anon key is wrong. Open the credential, correct it and test it.',
			...status,
		};
	}
	return {
		...status,
		message: `Logging in to the service did not work: ${lowerFirst(message)}`,
		check: `Check the credential (${getServiceOrigin(parts)}), or try again later.`,
	};
}

/** Our own messages for reasons for which a server's message does not say what happened to the node. */
const OWN_MESSAGES: Partial<Record<ErrorReason, string>> & { unauthorized: string } = {
	unauthorized: 'The service did not accept the credential',
	wrongAddress: 'Another server answered instead of the service',
};

/** The most characters of the service's message that an error repeats: some services answer with a whole log. */
const MAX_WORDS_LENGTH = 300;

function textForErrorResponse(response: ErrorResponse, parts: MessageParts): FailureText {
	const { reason } = assess(response);
	const { message, detail = '' } = response;
	const ownAdvice = parts.adviseOn?.(response) ?? response.advice;
	const advice = ownAdvice === undefined ? adviceFor(response, parts) : { check: ownAdvice };
	const ownMessage = OWN_MESSAGES[reason];
	// They are masked before they are cut: half a secret would not match.
	const masked = [message, detail].map((text) => maskSecrets(text, parts.usedCredential.credential));
	const words = masked
		.map((text) => truncate(removeFullStop(text), MAX_WORDS_LENGTH))
		.filter(Boolean)
		.join(': ');
	const status = { statusCode: response.status, code: response.code };
	if (!ownMessage) return { message: words || defaultMessage(reason, response), ...advice, ...status };
	const check = [words && `${words}.`, advice.check].filter(Boolean).join(' ');
	return { message: ownMessage, ...advice, check, ...status };
}

function defaultMessage(reason: ErrorReason, { status }: ErrorResponse): string {
	if (isSuccess(status)) return 'The service did not carry out the request';
	return reason === 'notFound'
		? 'The service does not know this address or ID'
		: `The service answered with status ${status}`;
}

const NOT_ACCEPTED: Record<CredentialType, string> = {
	voiceAgentApi: 'The API key is wrong or was revoked. Open the credential, enter a working one and test it.',
	voiceAgentSessionApi:
		'The session is not accepted, or the operation works with an API key only. Open the credential and test it.',
};

/** Returns the pause that the service asks for, in milliseconds, if it is too long to wait for. */
function findLongWait(failure: Failure, { isInteractive }: MessageParts): number | undefined {
	const asked = findRetryAfter(failure);
	const most = isInteractive ? MAX_INTERACTIVE_MS : RETRY_LIMITS.maxRetryAfterMs;
	return asked !== undefined && asked > most ? asked : undefined;
}

function adviceFor(response: ErrorResponse, parts: MessageParts): Omit<FailureText, 'message'> {
	const { usedCredential, adviceWhenNotFound } = parts;
	const longWait = findLongWait(response, parts);
	if (longWait !== undefined) {
		return {
			check: `The service asks to wait for ${durationInWords(longWait)}.`,
			again: 'Try again after that.',
		};
	}
	switch (assess(response).reason) {
		case 'unauthorized':
			return { check: NOT_ACCEPTED[usedCredential.credentialType] };
		case 'unpaid':
			return {
				check: `The account has too few credits, or its plan does not cover this. Buy credits with Credit > Create Top-Up Link or in the dashboard of the service, then try again.`,
			};
		case 'forbidden':
			return { check: 'The credential may not do this. Use one of an account that may.' };
		case 'notFound':
			return { check: adviceWhenNotFound ?? "Check the ID, and the 'Base URL' in the credential." };
		case 'wrongAddress':
			return {
				check: `The answer has the status ${response.status} and is not one of the service. A proxy, a cache or a firewall between n8n and the service may have sent it. ${baseUrlAdvice(parts)} ${CHECK_PROXY}`,
			};
		case 'rateLimited':
			return {
				check: 'The service receives too many requests.',
				again: tryAgain(parts, "lower 'Parallel Requests'"),
			};
		case 'unavailable':
			return { again: 'The service could not do it now. Try again later.' };
		case 'invalid':
			return { check: valuesAdvice(response) };
	}
}

function valuesAdvice({ status, message }: ErrorResponse): string {
	if (message !== '') return 'Change the value that the message names and try again.';
	return isSuccess(status)
		? 'The service gives no reason. Look in the dashboard of the service before you try again.'
		: 'The service gives no reason. Check the values of the parameters, then try again.';
}

/** Writes a pause in words, e.g. `12 minutes`; rounded up. */
function durationInWords(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1_000);
	const minutes = Math.ceil(seconds / 60);
	if (seconds < 120) return `${seconds} seconds`;
	return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
