import { ASSETS } from '../media/assets.ts';
import type { MediaLinks } from '../media/links.ts';
import type { Message } from './message.ts';
import type { MessageRecord } from './schema.ts';

/** A message as the interface shows it in full (section 2), its media links freshly signed. */
export function toMessageRecord(
	{ channel: _channel, metadata: _metadata, media, ...shown }: Message,
	links: MediaLinks,
): MessageRecord {
	const items = media.map(({ asset, caption }) => ({
		url: links.sign(asset),
		mime_type: ASSETS[asset].mimeType,
		kind: ASSETS[asset].kind,
		caption,
	}));
	return { ...shown, media: items };
}
