import type { IBinaryKeyData, IDataObject, INodeProperties } from 'n8n-workflow';

import type { Failure, ErrorResponse } from '../../shared/client/errors';
import type { ServiceRequest } from '../../shared/client/client';
import { type TimeoutKind, TIMEOUT_MS } from '../../shared/client/time';
import type { Item } from '../parameters/parameters';
import type { RecordForm } from '../run/output';
import type { Wait } from '../run/wait';

/**
 * One operation, as a value that says only what is its own. The menu, the common options, planning, retries, messages, pairing,
 * paging and Simplify are written once and read these values, so that a new operation is one file and one line.
 */
export interface Operation {
	/** As saved in workflows. */
	value: string;
	/** In the Operation menu, in Title Case. */
	name: string;
	/** In the node panel, in sentence case. */
	action: string;
	/** As in "Item 1 was sent"; left out where the operation only reads. */
	participle?: string;
	/** The switch that turns the operation into a preview, and what the node does then, in sentence case. */
	preview?: { parameter: string; action: string };
	description: string;
	/** Left out where an AI agent uses the node as a tool. */
	hiddenFromAgents?: true;
	/** What a request needs, at the top level of the panel. */
	properties: INodeProperties[];
	/** What else may be set, in the collection Options, besides the options that every operation has. */
	options?: INodeProperties[];
	timeout: TimeoutKind;
	retry: RetryRule;
	answer: Answer;
	/** What to do when the service does not know an ID. */
	ifNotFound?: string;
	/** How to go on after a refusal that the operation knows more about. */
	adviseOn?(refusal: ErrorResponse, request: ServiceRequest): string | undefined;
	/** How the service says, in words of this operation's own, that it has not done what it was asked to. */
	findRefusal?(record: IDataObject): Failure | undefined;
	/**
	 * Fields of the request that a guard, a count or the preview rests on, each with the label of the parameter that sets it.
	 * Additional Body Fields may not hold them.
	 */
	guardedFields?: Readonly<Record<string, string>>;
	/** Whether all input items go into one request, decided by the parameters of the first. */
	takesAllItems?(first: Item): boolean;
	/** Whether the execution waits after the request, for one item at a time. */
	waits?: true;
	/**
	 * Reads all parameters of an item and says what to send. Nothing has been sent by then, and nothing is read afterwards.
	 * @param items All items when `takesAllItems` says so, otherwise just this one.
	 * @throws Refusal for a value that cannot work.
	 */
	plan(item: Item, items: Item[]): PlannedRequest | Promise<PlannedRequest>;
	/**
	 * Checks what only the service knows, before anything is sent, and before a preview, too.
	 * @param request With the additional body fields.
	 * @throws Refusal for a request that cannot work; ServiceError when the service does not say.
	 */
	check?(request: ServiceRequest, lookUp: LookUp): Promise<void>;
	/** A sentence on what holds when the service does not answer the check. */
	ifUnchecked?: string;
}

/** What a function endpoint that only reads answers, by POST; the same question is asked once in an execution. */
export type LookUp = (path: string, body: IDataObject) => Promise<IDataObject>;

/** The look-up for an item, which keeps to the item's own options. */
export type LookUpFor = (limits: { timeoutMs: number; maxRetries: number }) => LookUp;

/** Whether carrying a request out twice does no harm: such requests are repeated after a passing failure. */
export type RetryRule =
	| { safe: true }
	| {
			safe: false | ((request: ServiceRequest) => boolean);
			/** How to see whether the request was carried out, for a message that has to leave it open. */
			ifUnknown: string;
	  };

/** What the service answers, and so what the node puts out. */
export type Answer =
	/** One record; it has at least one of the simplified fields, where there are some. */
	| ({ kind: 'record'; simplified?: readonly string[] } & RecordForm)
	| ListAnswer
	/** A confirmation, of which these fields are kept. When a repeated deletion finds nothing, the first one has succeeded. */
	| { kind: 'deleted'; kept?: readonly string[] };

/** Many records; brings Return All and Limit with it, unless the operation has a limit of its own. */
export interface ListAnswer {
	kind: 'list';
	/** The first of these fields that holds a list is the list of records. */
	fields: readonly string[];
	/** `paged` by limit and offset; `cut` here because the service gives all at once; `own` limit in the request. */
	size: 'paged' | 'cut' | 'own';
	simplified?: readonly string[];
}

/** What to send for an item, and what to make of it besides the answer. */
export interface PlannedRequest {
	request: ServiceRequest;
	/** The output in place of sending the request. */
	preview?: (request: ServiceRequest) => IDataObject;
	/** What to tell the person beside the output. */
	hint?: string;
	/** Fields that the output has besides those of the answer, such as the recipients that were left out. */
	extraOutput?: IDataObject;
	/** Whether to return a record of a list, where the service has no filter for it. */
	isWanted?: (record: IDataObject) => boolean;
	/** Requests with the same key are sent one after the other, in the order of the items. */
	order?: string;
	/** The wait that begins when the service has done what it was asked to. */
	wait?: (request: ServiceRequest) => Wait;
	/** The binary data of an output item. */
	files?: (record: IDataObject, cancelled: AbortSignal | undefined) => Promise<IBinaryKeyData>;
}

/** A resource of the service and what can be done with it. */
export interface Resource {
	value: string;
	name: string;
	/** The panel opens on the first, so that it is one that does no harm; its menu is in alphabetical order. */
	operations: Operation[];
}

export const DEFAULT_CONCURRENCY = 20;
export const DEFAULT_MAX_RETRIES = 3;

/** The options that every operation has, below its own. */
export function commonOptions(timeout: TimeoutKind): INodeProperties[] {
	const milliseconds = TIMEOUT_MS[timeout];
	return [
		{
			displayName: 'Additional Body Fields',
			name: 'additionalBodyFields',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "field_name": "value" }',
			description:
				'A JSON object to merge into the request, for fields that this node does not have or that your account names differently. Fields that the node checks or counts cannot be replaced.',
		},
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100 },
			default: DEFAULT_CONCURRENCY,
			description:
				'How many requests to send at the same time. The node slows down when the service asks it to. The value of the first item applies.',
		},
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 10 },
			default: DEFAULT_MAX_RETRIES,
			description:
				'How many times to retry a request. What must not happen twice is retried only if the service did not accept it.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 3_600_000 },
			default: milliseconds,
			description:
				'How long a single attempt may take, in milliseconds, including the log-in and the download of a file',
		},
	];
}
