import { Type, type Static } from 'typebox';

/** The attachments of sandbox messages, which are real files in `sandbox/assets/`. */
export const ASSETS = {
	photo: { file: 'photo.png', mimeType: 'image/png', kind: 'image' },
	voice_note: { file: 'voice-note.wav', mimeType: 'audio/wav', kind: 'audio' },
	video: { file: 'video.mp4', mimeType: 'video/mp4', kind: 'video' },
	document: { file: 'document.pdf', mimeType: 'application/pdf', kind: 'document' },
} as const;

export type AssetName = keyof typeof ASSETS;

/** The attachments in a control call. */
export const AttachmentsRequest = Type.Array(
	Type.Object({
		kind: Type.Enum(['image', 'audio', 'video', 'document']),
		caption: Type.Optional(Type.String({ maxLength: 1024 })),
	}),
	{ maxItems: 10 },
);

const ASSET_OF_KIND = { image: 'photo', audio: 'voice_note', video: 'video', document: 'document' } as const;

/** Converts the attachments of a control call to their stored form. */
export function toAttachments(requests: Static<typeof AttachmentsRequest> = []) {
	return requests.map(({ kind, caption }) => ({ asset: ASSET_OF_KIND[kind], caption: caption ?? null }));
}
