import type { Language } from './language';

export const english: Language = {
	name: 'English',
	accented: 'ý',
	phrases: {
		yes: 'yes, yep, yup, i approve, yess',
		agrees: `
			ok, okay, okey, okee, oki, okie, okie dokie, sure, sure thing, for sure, of course, approve, confirm,
			agree, agreed, accept, accepted, i accept, go ahead, go for it, please go ahead, do it, do that, do so,
			please do, send it, proceed, carry on, sounds good, sounds great, sounds fine, sounds perfect, sounds lovely,
			looks good, looks great, lgtm, works for me, works for us, that works, that works for me, this works, it works,
			fine, fine by me, fine with me, all good, good, great, perfect, excellent, awesome, wonderful, lovely,
			fantastic, brilliant, cool, super, alright, all right, correct, exactly, indeed, right, thats right, true,
			totally, gladly, with pleasure, my pleasure, happy to, id love to, love to, would love to, count me in,
			count us in, im in, were in, deal, done deal, good to go, green light, by all means, suits me, suits us,
			that suits me, will do, be my guest, i will, i can, we can, we will, do come, permission granted, thumbs up,
			ill be there, well be there, see you there, ya, yah, affirmative, absolutely, definitely, certainly, i confirm,
			approved, confirmed, aye, yeah, yea, yeh, that would be great, sounds like a plan, looks fine, looks ok,
			ship it, send, send away, send them, go, go on, go on then, lets go, lets do it, lets do that, lets do this,
			book it, please send, please send it, please proceed, you bet, roger, roger that, okey doke, okey dokey,
			okie dokey, great idea, good idea, good plan, would be great, would be good, would be lovely, would be perfect,
			would be fine, thatll work, that will work, that would work, works, sorted, ideal, super duper, ill be in,
			well be in, ill be home, well be home, ill be here, well be here, im home, were home, im available,
			were available, available, im free, were free, we accept, we agree, we approve, we confirm, looking forward,
			looking forward to it, look forward to it, forward to it, i agree, go right ahead, right ahead, be happy to,
			id be happy to, id be glad to, glad to, be glad to, id be delighted, delighted, come in
		`,
		no: `
			no, nope, nah, nay, negative, not today, not now, not this time, not tomorrow, not tonight, not at all,
			not possible, not interested, im not interested, were not interested, not approved, not ok, not okay, not good,
			not good enough, not this one, not acceptable, not agreed, not going to happen, not happening, not for me,
			not really, no thanks, no thank you, no way, unfortunately not, sadly not, absolutely not, definitely not,
			certainly not, of course not, rather not, id rather not, prefer not to, id prefer not to, better not,
			please do not, please dont, i cannot, i cant, we cannot, we cant, wont work, doesnt work, that doesnt work,
			that does not work, that wont work, i wont, we wont, never ever, i disagree, disagree, i decline, i refuse,
			i reject, rejected, declined, denied, refused, under no circumstances, no can do, hell no, i do not approve,
			i dont approve, do not approve, dont approve, dont send, do not send, dont do, do not do, dont come,
			do not come, cant make it, cannot make it, wont make it, cant do, i cannot make it, i cant make it,
			we cannot make it, we cant make it, i wont make it, we wont make it, couldnt make it, i am not able to,
			not able to, unable to, i have to cancel, i need to cancel, i must cancel, we have to cancel, please cancel,
			noo, afraid not, im afraid not, i am afraid not, think not, i think not, hope not, but no thanks,
			thanks but no thanks, no need, no thx, no ty, not convenient, not available, im not available, im busy,
			were busy, not home, im not home, not in town, out of town, i dont want, i dont want to, dont want, do not want,
			leave me alone, take me off, remove me, i pass, ill pass, hard pass, hard no, big no, its a no, it is a no,
			sorry but no, count me out, im out, not a chance, no chance, no deal, never again, over my dead body,
			no im good, nah im good, im out of town, we are out of town, were out of town, i said no, we said no,
			the answer is no, my answer is no
		`,
		declines: `
			decline, reject, deny, refuse, cancel, cancelled, canceled, cancel it, cancel that, cancel this, abort, stop,
			stop it, stop that, thumbs down, dont, do not, cant, cannot, wont, will not, never
		`,
		filler: `
			please, pls, plz, thanks, thank you, thank u, thx, ty, thank you so much, thank you very much, many thanks,
			cheers, hi, hello, hey, hiya, good morning, good afternoon, good evening, good day, morning, bye, see you,
			see you then, see you tomorrow, see you soon, see ya, cu, sorry, im sorry, i am sorry, apologies, im afraid,
			well, oh, ah, um, uh, hm, hmm, very, much, really, just, i, we, you, it, its, thats, that is, this is, that,
			this, is, it is, im, i am, we are, am, are, us, me, my, for, with, to, and, the, a, an, from me, my answer is,
			the answer is, a big, all, both, sir, madam, maam, dear, mate, man, bro, buddy, guys, team, everyone, again,
			tomorrow, today, then, there, nice, ha, haha, lol, wow, unfortunately, sadly, kind regards, regards, best,
			have a nice day, have a good day, too, also, as well, by me, you can, you may, all day, thatd be, that would be,
			it would be, would be, thatd, both of us, all of us, of us, thanks a lot, thanks so much, thank you all,
			for asking, thanks for asking, thank you for asking, i do, of you, a lot
		`,
		objection: `
			not, never, none, neither, nor, nothing, nobody, nowhere, without, hardly, barely, dont, doesnt, didnt, isnt,
			arent, wasnt, werent, cant, cannot, couldnt, wont, wouldnt, shouldnt, shant, mustnt, mightnt, neednt, havent,
			hasnt, hadnt, aint, no one, noone, later, after, before, first, postpone, reschedule, move it, delay, call, ask,
			check, make it, wrong, mistake, mistaken, misunderstood, change, changed, edit, modify, amend, replace,
			correct it, fix, earlier, different, another, other, else, some, most, part, partly, partially, half, less,
			otherwise, undo, revert, forget it, forget, forgot, skip, leave it, ignore, instead, rather, only, except,
			excluding, besides, early, sooner, scam, spam, unsubscribe, already, need, help, speak, talk, received, more,
			yesterday, except for, apart, aside, minus, save for, anymore, longer, of
		`,
		doubt: `
			no problem, no problems, no prob, no probs, not a problem, no worries, no worry, no issue, no issues,
			no objection, no objections, no doubt, no question, no big deal, no biggie, why not, not yet, not sure,
			im not sure, i am not sure, not certain, dont know, do not know, i dont know, i do not know, dunno, idk,
			dont mind, do not mind, i dont mind, i do not mind, wouldnt mind, dont care, dont worry, do not worry,
			dont understand, do not understand, i dont understand, dont think so, dont forget, cant wait, cannot wait,
			not bad, no need to ask, wouldnt miss, wouldnt say no, dont see why not, cant complain, cant say, cannot say,
			but, however, though, although, unless, until, till, if, whether, provided, providing, assuming, as long as,
			depends, depending, wait, hold on, hang on, hold, pause, hold off, one moment, a moment, one second, one sec,
			a second, moment, once, when, maybe, perhaps, possibly, probably, might, may be, guess, i guess, suppose,
			i suppose, i think, think, thought, hope, i hope, i believe, somewhat, kind of, sort of, who, whos, what, whats,
			why, how, where, which, whose, whom, can you, could you, can we, could we, would you, do you, are you, is it,
			is this, is that, did you, have you, should i, should we, let me, ill let you know, let you know, get back,
			confirmed by, to be confirmed, tbc, tbd, pending, actually, mean, i mean, confused, sarcasm, joking, kidding,
			jk, just kidding, yeah right, as if, when pigs fly, pigs, anything but, far from, or, almost, nearly,
			again later, test, testing, said, says, told, asked, no rush, no hurry, no matter, no kidding, never mind,
			nevermind, whatever, got your message, got it, question, questions, tell me, info, information, details,
			explain, speaking, remind, yes man, i wish, dream on, by then, so, quote, and im, and i am, if you must,
			in case, condition, conditions, conditional, conditionally, on condition, so long, so long as, given that,
			subject to, supposing, supposedly, granted that, by the time, in the event, in that event, considering,
			contingent, even though, despite, yet, while, whilst, because, since, well see, ill see, we shall see, see,
			even if, look into, let me look, let us look, let me see, discuss, consider, decide, clarify, check with,
			sleep on it, think about it, say no, cant say no, says no
		`,
	},
	shortForms: { agrees: 'y, k, kk', declines: 'n' },
	marks: `
		the is are we our you your i shall should can could will would does did this that these there please reply
		answer with for it and of want need confirm approve send book tomorrow today have if what when whether be from
	`,
	askingFor: `
		reply, reply with, answer, answer with, respond with, send, type, text, write, enter, press
	`,
	numberNouns: 'number option choice nr num',
	choosingWords: `
		one i id ill we wed would like love take choose pick prefer want go with lets let do have be of on at in
		for
	`,
	numbers: `
		one first, two second, three third, four fourth, five fifth, six sixth, seven seventh, eight eighth,
		nine ninth, ten tenth
	`,
};
