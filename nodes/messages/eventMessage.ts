import type { IDataObject } from 'n8n-workflow';

import { type Channel, MESSAGE_EVENTS } from '../events/events';
import { findParties, getDirection } from '../events/eventRecord';
import { type EventRecord, FieldFinder, type FieldPaths, type FieldLookup } from '../events/fieldFinder';
import { toContent } from './message';
import { type OptOut, parseOptOut } from './optOut';
import { toChatInput } from './transcript';

/** The message of an event in the form that the triggers output, which `toMessageItem` makes of a listed one. */
interface MessageFields extends IDataObject {
	id?: string;
	channel: Channel;
	text?: string;
	media?: IDataObject[];
	optOut?: OptOut;
}

/** A message that an event is about. */
export interface EventMessage extends EventRecord {
	record: MessageFields;
	/** The words of the person, for an AI agent; absent if the message is not one of theirs. */
	chatInput?: string;
}

/**
 * Parses the message that an event is about.
 * @param event The kind of the event, and its parsed body.
 * @param paths The paths in the body that the account has named for fields, such as `message.text`.
 * @returns undefined for an event about something else.
 */
export function parseEventMessage(
	{ event, payload }: { event: string; payload: unknown },
	paths?: FieldPaths,
): EventMessage | undefined {
	const kind = MESSAGE_EVENTS.get(event);
	if (!kind) return undefined;
	const finder = new FieldFinder('message', payload, paths);
	const { channel } = kind;
	const found = findMessageDirection(finder, kind.direction);
	const direction = getDirection(found);
	const isInbound = direction === 'inbound';
	const mediaLookup = finder.find('media');
	const { record, ...parsed } = finder.toRecord({
		direction: found,
		...findParties(finder, direction, isInbound && channel === 'sms'),
		media: mediaLookup,
		text: findContent(finder, mediaLookup),
	});
	const { id, ...fields } = record as Partial<MessageFields>;
	const { text = '', media } = fields;
	const optOut = isInbound ? parseOptOut(text) : undefined;
	return {
		...parsed,
		record: { ...(id !== undefined && { id }), channel, ...fields, ...(optOut && { optOut }) },
		...toChatInput([{ direction, text, media }]),
	};
}

/** Finds the direction, which the kind of the event tells. If the payload says otherwise, it is unclear. */
function findMessageDirection(finder: FieldFinder, byKind: 'inbound' | 'outbound'): FieldLookup {
	const found = finder.find('direction');
	if (!found.ok || found.value?.value === byKind) return found;
	return found.value
		? { ok: false, problem: `the kind of the event and ${found.value.path} differ` }
		: { ok: true, value: { value: byKind, path: 'event' } };
}

/** Finds the text. A message without text of its own gets the captions of its files, unless a path names the text. */
function findContent(finder: FieldFinder, media: FieldLookup): FieldLookup {
	const found = finder.find('text');
	const canBeCaption = found.ok && !found.value && finder.configuredPath('text') === undefined;
	if (!canBeCaption || !media.ok || !media.value) return found;
	const captions = toContent('', media.value.value as IDataObject[]);
	return captions === '' ? found : { ok: true, value: { value: captions, path: media.value.path } };
}
