import { getOrigin } from './baseUrl';
import { classifyError, type Failure, type Missing, type ErrorResponse, type ErrorReason } from './failure';
import type { CredentialType, Service } from './openService';
import { asksForTooLong, getRetryAfter } from './retry';
import { withoutSecrets } from './secrets';

/** What a message says besides the failure itself. */
export interface FailureContext {
	service: Service;
	/** How often the request was repeated before it was given up. */
	retries: number;
	/** False when the service may have carried the request out although it did not say so. */
	outcomeKnown: boolean;
	/** Whether the same run sends other requests, which may have been carried out. */
	isOneOfMany?: boolean;
	/** Whether it is about a list to choose from in the panel, and not about a node that runs. */
	isForList?: boolean;
	/** How to see whether it did; left out for what may simply be run again. */
	ifUnknown?: string;
	/** What to do when the service does not know the id: the operation knows where its ids come from. */
	ifNotFound?: string;
	/** How to go on after a refusal that the operation knows more about. */
	adviseOn?: (refusal: ErrorResponse) => string | undefined;
	/** A message of the service with the names of its fields as the panel shows them. */
	withLabels?: (message: string) => string;
}

/** What happened, and how to go on. */
export interface Message {
	message: string;
	description: string;
}

/** A failure as a person and a workflow get to see it. */
export interface FailureReport extends Message {
	statusCode?: number;
	/** The service's own code, e.g. `not_found` (interface section 7). */
	code?: string;
}

/** Built from the failure alone, so that no header and no key can come along. */
export function describeFailure(failure: Failure, context: FailureContext): FailureReport {
	const { message, description } = messageFor(failure, context);
	const { credential } = context.service;
	const sentences = [
		description,
		!context.outcomeKnown && context.ifUnknown,
		context.retries > 0 && `Tried ${context.retries + 1} times.`,
	];
	const { code, ...status } = statusOf(failure);
	return {
		message: withoutSecrets(message, credential),
		description: withoutSecrets(sentences.filter(Boolean).join(' '), credential),
		...status,
		...(code !== undefined && { code: withoutSecrets(code, credential) }),
	};
}

function statusOf(failure: Failure): { statusCode?: number; code?: string } {
	if (failure.kind === 'notLoggedIn') return statusOf(failure.cause);
	if (failure.kind === 'unreadable') return { statusCode: failure.status };
	if (failure.kind !== 'refused') return {};
	const { status, code } = failure;
	return { statusCode: status, ...(code !== undefined && { code }) };
}

/** What to say about a request that may have been carried out and was therefore not repeated. */
const OUTCOME_UNKNOWN = 'It is unknown whether the request was carried out, so it was not sent again.';

function messageFor(failure: Failure, context: FailureContext): Message {
	switch (failure.kind) {
		case 'refused':
			return messageForRefusal(failure, context);
		case 'notLoggedIn':
			return messageForLogIn(failure.cause, context);
		case 'unreached':
			return {
				message: `The service could not be reached: ${failure.reason}`,
				description: `Check the Base URL in the credential (${getOrigin(context.service.baseUrl)}) and whether the service is up.${nothingSent(context)}`,
			};
		case 'unanswered':
			return {
				message:
					failure.reason === 'timeout'
						? 'The service did not answer in time'
						: 'The connection ended before the service answered',
				description: context.ifUnknown
					? OUTCOME_UNKNOWN
					: context.isForList
						? `${repeat(context)}.`
						: 'Run the node again, or set a longer Timeout in its options.',
			};
		case 'unknown':
			return {
				message: 'The request ended without an answer',
				description: context.ifUnknown ? OUTCOME_UNKNOWN : `${repeat(context)}.`,
			};
		case 'unreadable':
			return messageForUnreadable(failure, context);
		case 'incomplete':
			return messageForIncomplete(failure, context);
		case 'redirected':
			return messageForRedirect(failure.location, context);
		case 'cancelled':
			return {
				message: 'The execution was cancelled',
				description: failure.sent
					? context.ifUnknown
						? 'The request was under way: it is unknown whether it was carried out.'
						: 'The request was under way and was given up.'
					: context.outcomeKnown
						? 'The request was not sent.'
						: 'The request was not sent again.',
			};
	}
}

function messageForRedirect(location: string, { service }: FailureContext): Message {
	const [own, other] = [getOrigin(service.baseUrl), getOrigin(location, service.baseUrl)];
	if (own === other) {
		return {
			message: 'The service redirects to another path',
			description: `Its server (${own}) is the one of the Base URL in the credential. Check the path of the Base URL, and whether the server asks for a log-in first. The request was not carried out.`,
		};
	}
	return {
		message: 'The service answers at another address',
		description: `The Base URL in the credential redirects to ${other}. If that is your service, enter that address. The key was not sent there.`,
	};
}

/** What a person does to send the request again. */
const repeat = ({ isForList }: FailureContext): string =>
	isForList ? 'Open the list again' : 'Run the node again';

const lowerFirst = (text: string): string => `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`;

/** Only where no earlier try was under way when it broke off. */
function nothingSent({ outcomeKnown, isOneOfMany }: FailureContext): string {
	if (!outcomeKnown) return '';
	return isOneOfMany ? ' The request was not sent.' : ' Nothing was sent.';
}

function messageForLogIn(cause: Failure, context: FailureContext): Message {
	if (cause.kind === 'refused' && !asksForTooLong(cause)) {
		const reason = classifyError(cause);
		if (reason === 'unauthorized' || reason === 'invalid' || reason === 'forbidden') {
			return {
				message: 'The service did not accept the credential',
				description: `The email, the password or the anon key is wrong. Open the credential, correct it and test it.${nothingSent(context)}`,
			};
		}
	}
	const ownWords = { ifUnknown: undefined, ifNotFound: undefined, adviseOn: undefined };
	const { message } = messageFor(cause, { ...context, ...ownWords });
	return {
		message: `Logging in to the service did not work: ${lowerFirst(message)}`,
		description: `Check the credential (${getOrigin(context.service.baseUrl)}), or ${lowerFirst(repeat(context))} later.${nothingSent(context)}`,
	};
}

function messageForRefusal(refusal: ErrorResponse, context: FailureContext): Message {
	const reason = classifyError(refusal);
	const { message, detail } = refusal;
	const withLabels = context.withLabels ?? ((text: string) => text);
	const advice = context.adviseOn?.(refusal) ?? refusal.advice ?? adviceFor(refusal, context);
	const ownMessage = OWN_MESSAGES[reason];
	const said = [SAYS_NO_MORE.test(message) && ownMessage ? '' : message, detail ?? ''].filter(Boolean);
	const words = withLabels(said.map((text) => text.replace(/[.\s]+$/, '')).join(': '));
	if (!ownMessage) return { message: words || fallback(reason, refusal.status), description: advice };
	return { message: ownMessage, description: words ? `${words}. ${advice}` : advice };
}

/** Where the words of a server do not say what happened to the node. */
const OWN_MESSAGES: Partial<Record<ErrorReason, string>> = {
	unauthorized: 'The service did not accept the credential',
	wrongAddress: 'The Base URL leads to a server that does not know this address',
};

const SAYS_NO_MORE = /^(unauthori[sz]ed|not found)?\.?$/i;

function fallback(reason: ErrorReason, status: number): string {
	if (status < 300) return 'The service did not carry out the request';
	return reason === 'notFound'
		? 'The service does not know this address or ID'
		: `The service answered with status ${status}`;
}

const NOT_ACCEPTED: Record<CredentialType, string> = {
	voiceAgentApi: 'The API key is wrong or was revoked. Open the credential, enter a working one and test it.',
	voiceAgentSessionApi:
		'The session is not accepted, or the operation works with an API key only. Open the credential and test it.',
};

function adviceFor(refusal: ErrorResponse, context: FailureContext): string {
	const asked = getRetryAfter(refusal);
	if (asked !== undefined && asksForTooLong(refusal)) {
		const wait = `The service asks to wait for ${durationInWords(asked)}.`;
		if (context.outcomeKnown) {
			const unchanged = context.isOneOfMany ? 'The request was not carried out.' : 'Nothing was changed.';
			return `${wait} ${repeat(context)} after that. ${unchanged}`;
		}
		return `${wait} ${context.ifUnknown ? OUTCOME_UNKNOWN : `${repeat(context)} after that.`}`;
	}
	switch (classifyError(refusal)) {
		case 'unauthorized':
			return NOT_ACCEPTED[context.service.credentialType];
		case 'unpaid':
			return `The account has too few credits, or its plan does not cover this. Buy credits with Credit > Add or in the dashboard of the service, then ${lowerFirst(repeat(context))}.`;
		case 'forbidden':
			return 'The credential may not do this. Use one of an account that may.';
		case 'notFound':
			return context.ifNotFound ?? 'Check the ID, and the Base URL in the credential.';
		case 'wrongAddress':
			return `Check the Base URL in the credential (${getOrigin(context.service.baseUrl)}): the answer is not one of the service.`;
		case 'rateLimited':
			return context.isForList
				? `The service receives too many requests. ${repeat(context)} later.`
				: 'The service receives too many requests. Lower Concurrency or raise Max Retries in the options, or run the node later.';
		case 'unavailable':
			return !context.outcomeKnown && context.ifUnknown
				? OUTCOME_UNKNOWN
				: `The service could not do it now. ${repeat(context)} later.`;
		case 'invalid':
			if (refusal.status >= 300 && refusal.status < 400) return FROM_A_CACHE;
			return refusal.status < 300 && refusal.message === ''
				? 'Its answer says so and gives no reason. Look in the dashboard of the service before you run the node again.'
				: context.isForList
					? 'Choose By ID and enter the ID.'
					: 'Change the value that the message names and run the node again.';
	}
}

/** The service itself knows no such statuses. */
const FROM_A_CACHE =
	'This comes from a cache or proxy between n8n and the service. Let it pass these requests on, or enter the address of the service itself as Base URL in the credential.';

/** A time to wait, in words. */
export function durationInWords(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1_000);
	if (seconds < 120) return `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 120) return `${minutes} minutes`;
	const hours = Math.ceil(minutes / 60);
	return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}

function messageForUnreadable(
	failure: Extract<Failure, { kind: 'unreadable' }>,
	context: FailureContext,
): Message {
	if (failure.body === 'html') {
		return {
			message: 'The Base URL leads to a web page instead of the service',
			description: `Check the Base URL in the credential (${getOrigin(context.service.baseUrl)}).`,
		};
	}
	return {
		message:
			failure.body === 'empty'
				? 'The service answered without a body'
				: 'The answer of the service was cut off',
		description: context.ifUnknown
			? 'The status of the answer says success, but what the service did is unknown.'
			: `${repeat(context)}.`,
	};
}

function messageForIncomplete(
	{ missing, fields }: Extract<Failure, { kind: 'incomplete' }>,
	{ ifUnknown }: FailureContext,
): Message {
	const { message, description } = messageForMissing(missing, fields);
	return {
		message,
		description: ifUnknown
			? `${description} The status of the answer says success, but what the service did is unknown.`
			: description,
	};
}

/**
 * What to say about a response that does not hold what was asked for.
 * @param fields What it has instead.
 */
export function messageForMissing(missing: Missing, fields: string[]): Message {
	const names = fields.slice(0, 10).join(', ');
	return {
		message: `The service answered without a ${missing}`,
		description: `The answer has ${names ? `the fields ${names}` : 'no fields'} instead. Check that the Base URL in the credential is that of the service.`,
	};
}
