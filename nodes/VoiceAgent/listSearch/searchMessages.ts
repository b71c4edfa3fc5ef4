import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { readOffsetPage, readValue, searchList } from '../../shared/listSearch/listSearch';
import { conversationEnds } from '../../shared/wire/channel';
import type { ListedMessage } from '../../shared/wire/records';

/** Characters of a text that fit into a line of the list. */
const LINE = 80;

/** The messages of the account, the newest first. */
export async function searchMessages(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchList(
		this,
		{ filter, paginationToken },
		{
			readPage: async (offset, ask) =>
				await readOffsetPage(
					offset,
					async (page) => await ask('list-messages', page),
					['messages'],
					(record) => {
						const value = readValue(record.id);
						return value === undefined
							? undefined
							: {
									name: describeMessage(record as ListedMessage, this.getTimezone()),
									value,
									description: formatMessage(record),
								};
					},
				),
			describeSearched: (count) => `newest ${count} messages`,
		},
	);
}

function describeMessage(message: ListedMessage, timeZone: string): string {
	const { other } = conversationEnds(message);
	const whose = message.direction === 'outbound' ? `Outbound to ${other}` : `Inbound from ${other}`;
	const time = Date.parse(message.created_at);
	if (Number.isNaN(time)) return whose;
	const { format } = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
	return `${whose}, ${format(time)}`;
}

/** The text of a message in one line; the kinds of its files where it has none. */
export function formatMessage({ body, media }: IDataObject): string {
	const text = String(body ?? '')
		.replace(/\s+/g, ' ')
		.trim();
	if (text !== '') return text.length > LINE ? `${text.slice(0, LINE)}...` : text;
	const files = Array.isArray(media) ? media.filter(isRecord) : [];
	return files.map(({ kind }) => `[${String(kind)}]`).join(' ');
}
