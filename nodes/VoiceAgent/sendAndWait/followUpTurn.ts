import type { Message } from '../../messages/message';
import { isSameText } from '../../text/normalForm';

/** The follow-up to an unclear reply, as far as the conversation tells about it. */
interface FollowUpQuery {
	/** The ID of the unclear reply; undefined if its event does not say it. */
	replyId: string | undefined;
	/** The IDs of the message that asked first. */
	questionIds: readonly string[];
	/** The text of the follow-up. */
	message: string;
	/** The number of follow-ups before the reply. */
	followUpCount: number;
}

/**
 * Finds out whether the person is to be asked again after a reply. Another process may have got another unclear reply to the
 * same message at the same moment: then the first one by the conversation has the follow-up.
 * @param conversation The newest messages with the person, the oldest first.
 * @returns `asked` if the follow-up went out; `later` if another reply comes first, and it may yet go out.
 */
export function findFollowUpTurn(
	conversation: readonly Message[],
	{ replyId, questionIds, message, followUpCount }: FollowUpQuery,
): 'now' | 'later' | 'asked' {
	const question = conversation.findLastIndex(({ id }) => id !== undefined && questionIds.includes(id));
	if (question < 0) return 'now';
	const since = conversation.slice(question + 1);
	const sent = since.filter(({ direction, failed }) => direction === 'outbound' && !failed);
	const followUps = sent.filter(({ text }) => isSameText(text, message));
	if (followUps.length > followUpCount) return 'asked';
	const lastSent = since.findLastIndex(({ direction }) => direction === 'outbound');
	const replies = since.slice(lastSent + 1).filter(({ direction }) => direction === 'inbound');
	const isListed = replies.some(({ id }) => id !== undefined && id === replyId);
	return isListed && replies[0]?.id !== replyId ? 'later' : 'now';
}
