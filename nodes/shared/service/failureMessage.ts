import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Fault } from './failure';
import type { CredentialType } from './request';

/** What an error message says besides the fault itself. */
export interface ErrorContext {
	node: INode;
	itemIndex: number;
	baseUrl: string;
	credentialType: CredentialType;
	/** How often the request was repeated before it was given up. */
	retries: number;
	/** False when the service may have carried the request out although it did not say so. */
	outcomeKnown: boolean;
	/** How to find out whether it did, for operations that must not be repeated blindly. */
	howToFindOut?: string;
	/** What to do when the service does not know the id; the operation knows where ids come from. */
	whenNotFound?: string;
}

interface Words {
	message: string;
	description: string;
	httpCode?: string;
}

/**
 * A fresh NodeApiError: message = what happened, in the service's words if it gave some; description = how to go on.
 * Built from the fault alone, so that no header and no key can come along.
 */
export function toNodeError(fault: Fault, context: ErrorContext): NodeApiError {
	const { message, description, httpCode } = wordsFor(fault, context);
	const tried = context.retries > 0 ? ` Tried ${context.retries + 1} times.` : '';
	const found = !context.outcomeKnown && context.howToFindOut ? ` ${context.howToFindOut}` : '';
	return new NodeApiError(context.node, { message } as JsonObject, {
		message,
		description: `${description}${found}${tried}`,
		...(httpCode && { httpCode }),
		itemIndex: context.itemIndex,
	});
}

function wordsFor(fault: Fault, context: ErrorContext): Words {
	switch (fault.kind) {
		case 'refused':
			return refusalWords(fault, context);
		case 'unreached':
			return {
				message: `The service could not be reached: ${fault.reason}`,
				description: `Check the Base URL in the credential (${context.baseUrl}) and whether the service is up. Nothing was sent.`,
			};
		case 'unanswered':
			return {
				message:
					fault.reason === 'timeout'
						? 'The service did not answer in time'
						: 'The connection ended before the service answered',
				description: context.howToFindOut
					? 'It is unknown whether the request was carried out, so it was not sent again.'
					: 'Run the node again, or set a longer Timeout in its options.',
			};
		case 'unreadable':
			return unreadableWords(fault, context);
		case 'redirected':
			return {
				message: 'The service answers at another address',
				description: `The Base URL in the credential redirects to ${fault.location || 'another address'}. Enter the address it leads to; the key is not sent there by itself.`,
			};
		case 'cancelled':
			return { message: 'The execution was cancelled', description: 'The request was not completed.' };
	}
}

function refusalWords(fault: Extract<Fault, { kind: 'refused' }>, context: ErrorContext): Words {
	const { status, detail } = fault;
	const advice = adviceFor(status, context);
	return {
		message: status === 401 ? 'The service did not accept the credential' : fault.message || fallback(status),
		description: detail ? `${detail}. ${advice}` : advice,
		httpCode: String(status),
	};
}

const fallback = (status: number): string =>
	status === 404
		? 'The service does not know this address or id'
		: `The service answered with status ${status}`;

const NOT_ACCEPTED: Record<CredentialType, string> = {
	voiceAgentApi: 'The API key is wrong or was revoked. Open the credential, enter a working one and test it.',
	voiceAgentSessionApi:
		'The email, the password or the anon key is wrong, or the operation works with an API key only. Open the credential and test it.',
};

function adviceFor(status: number, context: ErrorContext): string {
	if (status === 401) return NOT_ACCEPTED[context.credentialType];
	if (status === 403) return 'The credential may not do this. Use one of an account that may.';
	if (status === 404) return context.whenNotFound ?? 'Check the ID, and the Base URL in the credential.';
	if (status === 429) {
		return 'The service receives too many requests. Lower Concurrency or raise Max Retries in the options, or run the node later.';
	}
	if (status >= 500 && !context.outcomeKnown && context.howToFindOut) {
		return 'It is unknown whether the request was carried out, so it was not sent again.';
	}
	if (status >= 500) return 'The service could not do it now. Run the node again later.';
	return 'Change the value that the message names and run the node again.';
}

function unreadableWords(fault: Extract<Fault, { kind: 'unreadable' }>, context: ErrorContext): Words {
	if (fault.body === 'html') {
		return {
			message: 'The Base URL leads to a web page instead of the service',
			description: `Check the Base URL in the credential (${context.baseUrl}).`,
			httpCode: String(fault.status),
		};
	}
	return {
		message:
			fault.body === 'empty'
				? 'The service answered without a body'
				: 'The answer of the service was cut off',
		description: context.howToFindOut
			? 'Its status says that the request was taken.'
			: 'Run the node again; nothing was changed.',
		httpCode: String(fault.status),
	};
}
