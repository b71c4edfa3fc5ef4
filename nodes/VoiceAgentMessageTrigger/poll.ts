import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { openService } from '../shared/service/openService';
import { apiErrorOf } from '../shared/service/serviceError';
import { PAGE_SIZE } from '../shared/wire/limits';
import { advance, isNew, oldestFirst, OVERLAP, startAfter, timeOf } from './cursor';
import { filtersOf, isWanted, requestFilters, type Filters } from './filters';
import { messageFetcher } from './messageFetcher';
import { messagesSince, MOST_PAGES, newestMessage, readBack, type FetchPage } from './messageList';
import { itemsOf } from './output';
import { readCursor, writeCursor } from './state';

/** The most messages that one poll hands over. */
const MOST_MESSAGES = MOST_PAGES * PAGE_SIZE;

/** The trigger nodes that are being polled by this process: n8n starts the next poll even if the last one has not come back. */
const underWay = new Set<string>();

/**
 * The messages since the last poll, oldest first; null for none. The cursor moves only at the end, when all of them are at hand, and
 * n8n stores it with the hand-over.
 * @throws NodeApiError when the service does not answer; NodeOperationError for settings that cannot work.
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${String(context.getWorkflow().id)}:${context.getNode().id}`;
	if (context.getMode() === 'manual') return await preview(context);
	if (underWay.has(key)) return null;
	underWay.add(key);
	try {
		return await newMessages(context, key);
	} finally {
		underWay.delete(key);
	}
}

async function newMessages(context: IPollFunctions, key: string): Promise<INodeExecutionData[][] | null> {
	const filters = filtersOf(context);
	const fetchPage = await fetcherFor(context, filters);
	const owner = [key, filters.direction, filters.phoneNumber, filters.channel].join(' ');
	const stored = context.getWorkflowStaticData('node');
	const cursor = readCursor(stored, owner);
	if (!cursor) {
		writeCursor(stored, owner, await startingNow(fetchPage));
		return null;
	}
	const listed = await messagesSince(cursor, fetchPage);
	if (!listed) throw apiErrorOf(ENDLESS, context.getNode());
	const fresh = oldestFirst(listed.filter((message) => isNew(cursor, message))).slice(0, MOST_MESSAGES);
	if (fresh.length === 0) return null;
	writeCursor(stored, owner, advance(cursor, fresh));
	const wanted = fresh.filter((message) => isWanted(filters, message));
	return wanted.length === 0 ? null : [itemsOf(wanted, isSimplified(context))];
}

/** What is there now is past, and so is what arrives during this very request. */
async function startingNow(fetchPage: FetchPage) {
	const [newest] = (await fetchPage(0, 1)).messages;
	if (!newest) return startAfter([], true);
	const { messages, isComplete } = await readBack(0, timeOf(newest) - OVERLAP, MOST_PAGES, fetchPage);
	return startAfter(messages, isComplete);
}

/** The newest message, for a person who builds the workflow. Moves nothing. */
async function preview(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const filters = filtersOf(context);
	const newest = await newestMessage(
		(message) => isWanted(filters, message),
		await fetcherFor(context, filters),
	);
	if (newest) return [itemsOf([newest], isSimplified(context))];
	throw new NodeOperationError(context.getNode(), 'No message matches these settings yet', {
		description: 'Send one to try the workflow, or choose fewer restrictions.',
	});
}

const fetcherFor = async (context: IPollFunctions, filters: Filters): Promise<FetchPage> =>
	messageFetcher(
		context,
		await openService(context, context.getNodeParameter('authentication', 'apiKey')),
		requestFilters(filters),
	);

const isSimplified = (context: IPollFunctions): boolean =>
	context.getNodeParameter('simplify', true) === true;

const ENDLESS = {
	message: 'The service gives the same messages again and again',
	description:
		'Its list of messages does not end, so that the new ones cannot be told from the others. Ask the service. No message is lost.',
};
