#pragma once
#define CURL_STRICTER
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// curl_easy_setopt() is variadic, so Swift needs one function per type of value.

static inline CURLcode curl_easy_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_list(CURL *handle, CURLoption option,
                                          struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_callback(CURL *handle, CURLoption option,
                                              curl_write_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_get_number(CURL *handle, CURLINFO information, long *value) {
  return curl_easy_getinfo(handle, information, value);
}

/// The result of a multi handle's only transfer; CURLE_AGAIN while it is running.
static inline CURLcode curl_multi_result(CURLM *handle) {
  int rest = 0;
  CURLMsg *message = curl_multi_info_read(handle, &rest);
  return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_AGAIN;
}
