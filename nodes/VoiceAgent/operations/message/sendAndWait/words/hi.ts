import type { Language } from './language';

/** In Devanagari and as people write it in Latin letters. */
export const hindi: Language = {
	name: 'Hindi',
	phrases: {
		agrees: `
			हाँ, हा, हाँ जी, जी हाँ, जी, जी जी, ठीक है, ठीक, बिल्कुल, बिलकुल, ज़रूर, अवश्य, सही है, सही, मंज़ूर है,
			मंज़ूर, स्वीकार है, सहमत हूँ, सहमत, आ जाइए, आइए, आ जाओ, आ सकते हैं, भेज दो, भेज दीजिए, भेजिए, कर दो, कर
			दीजिए, पक्का, ओके, haan, haan ji, han ji, ha ji, ji haan, ji han, jee haan, ji, jee, theek hai, thik hai,
			theek h, thik h, thik he, tik hai, theek, thik, bilkul, zaroor, zarur, jaroor, jarur, sahi hai, sahi, kar
			do, kar dijiye, bhej do, bhej dijiye, aa jao, aa jaiye, aajao, aaiye, aa sakte hain, manzoor hai, manjoor
			hai, pakka, ho jayega, chalega
		`,
		no: `
			जी नहीं, नहीं जी, जी नही, नहीं नहीं, बिल्कुल नहीं, बिलकुल नहीं, बिल्कुल नही, कभी नहीं, नहीं चाहिए, नही
			चाहिए, नहीं आ सकते, मत आइए, मत आओ, मत भेजो, मत भेजिए, मत करो, मत कीजिए, ठीक नहीं है, ठीक नही है, ठीक नहीं,
			सही नहीं है, नामंज़ूर, मंज़ूर नहीं, सहमत नहीं, ji nahi, ji nahin, nahi ji, nahi nahi, bilkul nahi, bilkul
			nahin, bilkul nhi, kabhi nahi, kabhi nahin, nahi chahiye, nahin chahiye, nhi chahiye, mat karo, mat
			kijiye, mat aao, mat aana, mat aaiye, mat bhejo, mat bhejna, theek nahi hai, thik nahi hai, thik nhi hai,
			theek nahi, thik nahi, sahi nahi hai, sahi nahi, manzoor nahi, na ji, ji na, mana hai, rehne do, rahne do,
			रहने दो, समय नहीं है, samay nahi hai, time nahi hai, bilkul mat bhejo, bilkul mat karo, bilkul mat aana,
			ghar pe nahi hoon, ghar par nahi hoon, घर पर नहीं हूँ, nahi aa sakte, nahi karna, nahi hoga, nahi ho
			payega
		`,
		declines: 'नहीं, नही, ना, न, nahi, nahin, nahee, nhi, naa',
		filler: `
			शुक्रिया, धन्यवाद, नमस्ते, कृपया, प्लीज़, कल, आज, मैं, हम, आप, को, है, हैं, हूँ, भाई, सर, मैडम, यार, बहुत,
			अभी, shukriya, dhanyavaad, dhanyawad, namaste, kripya, kal, aaj, hum, aap, bhai, yaar, bhaiya, didi, hai,
			hain, hoon, bahut, abhi, mujhe
		`,
		objection: `
			मत, बिना, सिर्फ़, केवल, बाद में, पहले, और, दूसरा, बदलो, गलत, अलावा, छोड़कर, mat, na, bina, sirf, keval,
			baad mein, baad me, pehle, pahle, galat, badal, dusra, doosra, alawa
		`,
		doubt: `
			लेकिन, मगर, पर, किंतु, अगर, यदि, शायद, पता नहीं, पता नही, मालूम नहीं, कोई बात नहीं, कोई बात नही, कोई
			दिक्कत नहीं, कोई समस्या नहीं, कोई परेशानी नहीं, क्यों नहीं, कौन, क्या, कब, कैसे, कहाँ, क्यों, कितने,
			कितना, या, जब, तब तक, तो, रुको, रुकिए, देखते हैं, देखेंगे, सोच, सोचूँगा, बताता हूँ, बताऊँगा, पूछ, हो सकता
			है, lekin, magar, agar, yadi, shayad, pata nahi, pata nahin, pata nhi, maloom nahi, nahi to, koi baat
			nahi, koi baat nahin, koi baat nhi, koi problem nahi, koi problem nhi, koi dikkat nahi, koi dikkat nhi,
			kyu nahi, kyun nahi, kyon nahi, kaun, kya, kaise, kahan, kyu, kyun, kyon, kitne, kitna, ruko, rukiye,
			dekhte hain, dekhte hai, dekhenge, soch, sochta, sochenge, batata, batati, puch, pooch, ho sakta hai
		`,
	},
	inReplyToIt: { agrees: 'han' },
	marks: `
		क्या हम आप आपका आपके आपको कल आज को का की के में पर है हैं हाँ नहीं सकते सकता कृपया जवाब दें kya hum aap
		aapka aapke aapko kal aaj ko ka ki hai hain haan nahi sakte kripya jawab
	`,
	askingFor: 'जवाब दें, लिखें, reply karein, likhein',
	numberNouns: 'नंबर संख्या विकल्प',
	numbers: `
		एक पहला पहली, दो दूसरा दूसरी, तीन तीसरा तीसरी, चार चौथा चौथी, पाँच पाँचवाँ, छह, सात, आठ, नौ, दस
	`,
};
