/** The first line of a signature, as phones and mail programs write it, or of a message that is quoted. */
const SIGNATURE_LINE =
	/^\s*(?:--+\s*$|__+\s*$|sent (?:from|via|with) |get outlook for |gesendet (?:von|mit|aus|über) |von meinem .+ gesendet|envoy[ée] (?:de|depuis|à partir) |enviado (?:desde|do|de|a partir) |inviato (?:da|dal) |(?:verzonden|verstuurd) (?:vanaf|met|via) |skickat från |sendt fra |wys[łl]an[eo] (?:z|ze|za) |отправлено (?:с|из) |(?:on|am|le|el|il|op|em) .{4,100}(?:wrote|schrieb\b.*|écrit|escribió|scritto|geschreven|escreveu)\s*:\s*$|iPhone'umdan gönderildi|iPhoneから送信|(?:나의 )?iPhone에서 보냄|发自我的)/iu;

const QUOTED_LINE = /^\s*>/u;

/** Removes the signature below a message, and the lines that it quotes. */
export function removeSignature(text: string): string {
	const lines = text.split(/\r?\n/).filter((line) => !QUOTED_LINE.test(line));
	const place = lines.findIndex((line, index) => index > 0 && SIGNATURE_LINE.test(line));
	return (place < 0 ? lines : lines.slice(0, place)).join('\n');
}
