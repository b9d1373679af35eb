;;; whyc.el --- Can this C program fail, and why?  -*- lexical-binding: t; -*-

;; With eglot, which is part of Emacs 29 and a package for Emacs 26 and newer:
;;   (load "/path/to/editors/emacs/whyc.el")
;; Then M-x eglot in a C file.

;;; Code:

(require 'eglot)
(require 'url-util)

(defvar whyc-program (or (getenv "WHYC") "whyc")
  "The executable.")

(defvar whyc-options nil
  "Options for the server, as a property list such as (:timeoutSeconds 10).")

(add-to-list 'eglot-server-programs
             `((c-mode c-ts-mode)
               . ,(lambda (&rest _)
                    `(,whyc-program "lsp"
                      ,@(when whyc-options (list :initializationOptions whyc-options))))))

(defun whyc--uri ()
  "What the protocol calls the file of this buffer."
  (concat "file://" (url-hexify-string (file-truename buffer-file-name) url-path-allowed-chars)))

(defun whyc--ask (command)
  "Ask the server for COMMAND about this buffer, and show what it says."
  (let* ((arguments (vector (list :uri (whyc--uri))))
         (answer (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                                  (list :command command :arguments arguments)
                                  :timeout 120))
         (text (plist-get answer :text)))
    (if (not (stringp text))
        (message "%s" (plist-get answer :path))
      (with-current-buffer (get-buffer-create "*whyc*")
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert text))
        (goto-char (point-min))
        (special-mode)
        (display-buffer (current-buffer))))))

(defun whyc-explain () "The closest run that passes." (interactive) (whyc--ask "whyc.explain"))
(defun whyc-minimize () "The smallest run that fails." (interactive) (whyc--ask "whyc.minimize"))
(defun whyc-localize () "Where to mend it." (interactive) (whyc--ask "whyc.localize"))
(defun whyc-write-test () "A test that fails like this." (interactive) (whyc--ask "whyc.writeTest"))
(defun whyc-open-report () "The whole story as a page." (interactive) (whyc--ask "whyc.openReport"))

(provide 'whyc)
;;; whyc.el ends here
